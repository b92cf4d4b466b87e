/** How a visitor's try at the checkout goes: a table for each currency's provider. */
import type { CaptureMode } from "~/sandbox/providers/paypal-shapes.ts";
import type { Random } from "./random.ts";

export interface Story {
  /** So many times as often as the others. */
  readonly often?: number;
  /** What goes wrong, in words, where it is not PayPal's capture. */
  readonly fault?: string;
  /** Before or while the checkout is to be shown. */
  readonly isUnseen?: "its code does not load" | "it never appears";
  /** Whether Paystack takes the money before its checkout ends. */
  readonly isPaid?: boolean;
  /** How PayPal takes the money for an order, where it is not simply taken. */
  readonly mode?: CaptureMode;
  /** How money ends that PayPal holds back. */
  readonly heldBack?: "COMPLETED" | "DECLINED";
  /** Left out where it ends as it should. */
  readonly ends?: "closed" | "closed, and Paystack knows" | "refused" | "in an error" | "silent";
  /** Whether the money is sent by the bank, and whether it arrives. */
  readonly transfer?: "arrives" | "never arrives";
}

const UNSEEN = {
  "code does not load": { fault: "checkout's code does not load", isUnseen: "its code does not load" },
  "never appears": { fault: "checkout unreachable", isUnseen: "it never appears" },
} as const;
const CLOSED_AFTER = { fault: "checkout closed after the charge", isPaid: true } as const;
const SILENT_AFTER = { fault: "checkout says nothing after the charge", isPaid: true } as const;
const SILENT_AGREED = { often: 2, fault: "checkout says nothing after the agreement" } as const;

export const STORIES = {
  NGN: {
    pays: { often: 6 },
    "closes it": { fault: "checkout closed", ends: "closed" },
    "is declined": { fault: "charge declined", ends: "refused" },
    ...UNSEEN,
    "fails after the charge": { fault: "checkout fails after the charge", isPaid: true, ends: "in an error" },
    "closed after the charge, which Paystack knows": { ...CLOSED_AFTER, ends: "closed, and Paystack knows" },
    "closed after the charge, which nobody knows": { ...CLOSED_AFTER, ends: "closed" },
    "says nothing after the charge": { ...SILENT_AFTER, ends: "silent" },
    "transfer arrives later": { fault: "bank transfer on its way", transfer: "arrives" },
    "transfer never arrives": { fault: "bank transfer on its way", transfer: "never arrives" },
  },
  USD: {
    pays: { often: 6 },
    "closes it": { fault: "checkout closed", ends: "closed" },
    "is declined": { often: 2, mode: "declined" },
    ...UNSEEN,
    "fails after the agreement": { fault: "checkout fails after the agreement", ends: "in an error" },
    "says nothing after the agreement": { ...SILENT_AGREED, ends: "silent" },
    "capture's answer is lost": { mode: "lost" },
    "capture in trouble": { mode: "trouble" },
    "capture limited": { mode: "limited" },
    "capture refused": { mode: "refused" },
    "capture failed": { mode: "failed" },
    "capture held back, then made": { mode: "pending", heldBack: "COMPLETED" },
    "capture held back, then denied": { mode: "pending", heldBack: "DECLINED" },
    "capture too small": { mode: "short" },
  },
} as const satisfies Record<"NGN" | "USD", Record<string, Story>>;

/** What happens at the checkouts that a visitor opens, one after the other; the last one goes on. */
export type CheckoutStories = {
  readonly [Currency in keyof typeof STORIES]: readonly (keyof (typeof STORIES)[Currency])[];
};

export function drawStories(random: Random): CheckoutStories {
  const three = <Name extends string>(stories: Readonly<Record<Name, Story>>): Name[] => {
    const all = Object.entries<Story>(stories).flatMap(([name, { often = 1 }]) =>
      Array<Name>(often).fill(name as Name),
    );
    return [random.pick(all), random.pick(all), random.pick(all)];
  };
  return { NGN: three(STORIES.NGN), USD: three(STORIES.USD) };
}
