/** How a try at the checkout goes: a table for each currency's provider. */
import type { CaptureMode } from "~/sandbox/providers/paypal-shapes.ts";
import type { Random } from "./trouble.ts";

export interface Story {
  /** What goes wrong, in words, where it is not PayPal's capture. */
  readonly fault?: string;
  /** Whether Paystack takes the money before its checkout ends. */
  readonly isPaid?: boolean;
  /** How PayPal takes the money for an order, where it is not simply taken. */
  readonly mode?: CaptureMode;
  /** How money ends that PayPal holds back. */
  readonly heldBack?: "COMPLETED" | "DECLINED";
  /** Left out where it ends as it should. */
  readonly ends?:
    | "before its code loads"
    | "before it appears"
    | "closed"
    | "closed, and Paystack knows"
    | "refused"
    | "in an error"
    | "silent"
    | "in a transfer that arrives"
    | "in a transfer that never arrives";
}

export const PAYS: Story = {};
const CLOSES: Story = { fault: "checkout closed", ends: "closed" };
const COMMON: readonly Story[] = [
  { fault: "checkout's code does not load", ends: "before its code loads" },
  { fault: "checkout unreachable", ends: "before it appears" },
];
const SILENT: Story = { fault: "checkout says nothing after the agreement", ends: "silent" };

/** What is listed more often happens more often. */
const STORIES = {
  NGN: [
    ...Array<Story>(6).fill(PAYS),
    CLOSES,
    { fault: "charge declined", ends: "refused" },
    ...COMMON,
    { fault: "checkout fails after the charge", isPaid: true, ends: "in an error" },
    { fault: "checkout closed after the charge", isPaid: true, ends: "closed, and Paystack knows" },
    { fault: "checkout closed after the charge", isPaid: true, ends: "closed" },
    { fault: "checkout says nothing after the charge", isPaid: true, ends: "silent" },
    { fault: "bank transfer on its way", ends: "in a transfer that arrives" },
    { fault: "bank transfer on its way", ends: "in a transfer that never arrives" },
  ],
  USD: [
    ...Array<Story>(6).fill(PAYS),
    CLOSES,
    { mode: "declined" },
    { mode: "declined" },
    ...COMMON,
    { fault: "checkout fails after the agreement", ends: "in an error" },
    SILENT,
    SILENT,
    { mode: "lost" },
    { mode: "trouble" },
    { mode: "limited" },
    { mode: "refused" },
    { mode: "failed" },
    { mode: "pending", heldBack: "COMPLETED" },
    { mode: "pending", heldBack: "DECLINED" },
    { mode: "short" },
  ],
} satisfies Record<string, readonly Story[]>;

/** What happens at the checkouts that somebody opens, one after the other; the last one goes on. */
export type CheckoutStories = Readonly<Record<"NGN" | "USD", readonly Story[]>>;

export function drawStories(random: Random): CheckoutStories {
  const three = (stories: readonly Story[]) => [1, 2, 3].map(() => random.pick(stories));
  return { NGN: three(STORIES.NGN), USD: three(STORIES.USD) };
}
