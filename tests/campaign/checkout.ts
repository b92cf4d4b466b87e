/** The stand-ins for the providers' checkouts in a tab, and the payers who use them. */
import type { KnownTransaction, TransactionOptions } from "@paystack/inline-js";
import { createPayPalCheckout, type PayPalButtons } from "~/browser/payments/paypal/paypal-checkout.ts";
import type { ApproveActions, CreateActions } from "~/browser/payments/paypal/paypal-orders.ts";
import { createPaystack } from "~/browser/payments/paystack/paystack.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CaptureMode } from "~/sandbox/providers/paypal-shapes.ts";
import { referenceOfAccess } from "~/sandbox/providers/paystack-api.ts";
import type { Tab } from "./payer.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./plan.ts";
import { currentTab } from "./time.ts";

/** The events at one checkout. */
export interface Story {
  /** PayPal's outcome of the capture; left out if it succeeds. */
  readonly mode?: CaptureMode;
  /** The later outcome of a capture that PayPal holds back. */
  readonly heldBack?: "COMPLETED" | "DECLINED";
  /** Whether Paystack takes the money although its checkout reports no success. */
  readonly isPaid?: boolean;
  /** The end of the checkout; left out if it reports success. */
  readonly ends?:
    | "does not load"
    | "does not appear"
    | "is closed"
    | "is closed, and knows it"
    | "is closed, and agreed to later"
    | "declines"
    | "fails"
    | "says nothing"
    | "waits for a transfer that arrives"
    | "waits for a transfer that never arrives";
}

export const PAYS: Story = {};
const RARE: readonly Story[] = [
  { ends: "is closed" },
  { ends: "does not load" },
  { ends: "does not appear" },
];

/** The stories of which one is drawn for each checkout. */
export const STORIES: Readonly<Record<Currency, readonly Story[]>> = {
  NGN: [
    ...Array<Story>(6).fill(PAYS),
    ...RARE,
    { ends: "declines" },
    { isPaid: true, ends: "fails" },
    { isPaid: true, ends: "is closed, and knows it" },
    { isPaid: true, ends: "is closed" },
    { isPaid: true, ends: "says nothing" },
    { ends: "waits for a transfer that arrives" },
    { ends: "waits for a transfer that never arrives" },
  ],
  USD: [
    ...Array<Story>(6).fill(PAYS),
    ...RARE,
    { ends: "fails" },
    { ends: "is closed, and agreed to later" },
    ...Array<Story>(2).fill({ ends: "says nothing" }),
    ...Array<Story>(2).fill({ mode: "declined" }),
    { mode: "lost" },
    { mode: "trouble" },
    { mode: "limited" },
    { mode: "refused" },
    { mode: "failed" },
    { mode: "422 PAYER_ACTION_REQUIRED" },
    { mode: "422 ORDER_COMPLETION_IN_PROGRESS" },
    { mode: "422 TRANSACTION_RECEIVING_LIMIT_EXCEEDED" },
    { mode: "422 PAYER_ACCOUNT_RESTRICTED" },
    { mode: "pending", heldBack: "COMPLETED" },
    { mode: "pending", heldBack: "DECLINED" },
    { mode: "short" },
  ],
};

/** Names the faults in a story. */
export const faultsOf = ({ mode, isPaid, ends }: Story) => [
  ...(mode ? [`PayPal's capture: ${mode}`] : []),
  ...(ends ? [`checkout ${ends}${isPaid ? " after the charge" : ""}`] : []),
];

function noteFaults({ payer, story }: Tab): void {
  for (const fault of faultsOf(story)) payer.world.noteFault(fault);
}

// The next three exports replace those of ~/browser/payments/load-checkout.ts.
export const paymentMode = () => "live" as const;
export async function loadCheckout(currency: Currency) {
  const tab = currentTab();
  const { world, isSmooth } = tab.payer;
  tab.story = isSmooth ? PAYS : world.random.pick(STORIES[currency]);
  await world.time.wait(world.random.between(50, 3_000));
  if (tab.story.ends !== "does not load") return tab.checkouts[currency];
  noteFaults(tab);
  throw new Error("Failed to fetch dynamically imported module");
}

export function abandonCheckout(order: Order): void {
  currentTab().checkouts[order.charge.currency].abandon?.(order);
}

export const checkoutsOf = (tab: Tab) => ({
  NGN: createPaystack("pk_live_campaign"),
  USD: createPayPalCheckout((_, buttons) => {
    void playPayPal(buttons, tab);
    return () => undefined;
  }),
});

/** A checkout in Paystack's frame. */
interface PaystackWindow {
  readonly options: TransactionOptions | KnownTransaction;
  readonly reference: string;
  /** Whether the checkout resumes a transaction that was started before. */
  readonly isResumed: boolean;
  status: string | null;
  isOpen: boolean;
}

/**
 * The stand-in for @paystack/inline-js. As with that package, cancelling calls `onCancel`, and a dead frame
 * nothing.
 */
export default class PaystackPop {
  readonly checkoutIframe = { title: "", remove() {} };
  readonly backgroundIframe = { title: "", remove() {} };
  #window: PaystackWindow | null = null;
  /** The references that this object has started. It resumes only these without an access code. */
  readonly #started = new Set<string>();

  newTransaction(options: TransactionOptions | KnownTransaction): { readonly status: string | null } {
    const hasAccessCode = "accessCode" in options;
    const reference = hasAccessCode ? referenceOfAccess(options.accessCode) : options.reference;
    const isResumed = hasAccessCode || this.#started.has(reference);
    if (!hasAccessCode) this.#started.add(reference);
    this.#window = { options, reference, isResumed, status: null, isOpen: true };
    void playPaystack(this.#window, currentTab());
    return this.#window;
  }

  cancelTransaction(): void {
    if (!this.#window?.isOpen) return;
    this.#window.isOpen = false;
    this.#window.options.onCancel();
  }
}

async function playPaystack(window: PaystackWindow, tab: Tab): Promise<void> {
  const { story } = tab;
  const { time, random, providers } = tab.payer.world;
  const { options, reference } = window;
  const refuse = () => options.onError({ message: "Duplicate Transaction Reference" });
  const pay = () => providers.paystack.pay(reference, { domain: "live" });
  const close = () => {
    window.isOpen = false;
    options.onCancel();
  };
  if (story.ends === "does not appear") return noteFaults(tab);
  await time.wait(random.between(300, 8_000));
  if (!window.isOpen) return;
  if (providers.isCharged(reference)) return refuse();
  if (!start() && !window.isResumed) return refuse();
  options.onLoad();
  await time.wait(random.between(5_000, 2 * MINUTE));
  if (!window.isOpen) return;
  // Another tab may have paid it.
  if (providers.isCharged(reference)) return refuse();
  noteFaults(tab);
  if (story.isPaid || !story.ends) {
    pay();
    await time.wait(random.between(1, 5_000));
  }
  switch (story.ends) {
    case "waits for a transfer that arrives":
    case "waits for a transfer that never arrives": {
      const delay = random.spread(MINUTE, 5 * HOUR);
      // The transfer arrives even if the tab is closed.
      if (story.ends === "waits for a transfer that arrives") time.schedule(delay, pay);
      close();
      return options.onBankTransferConfirmationPending();
    }
    case "declines":
    case "fails":
      return options.onError({ message: `It ${story.ends}.` });
    case "says nothing":
      return;
    case "is closed, and knows it":
      window.status = "success";
      return close();
    case "is closed":
      return close();
    default: {
      window.isOpen = false;
      const { id } = providers.paystack.find(reference) ?? {};
      return options.onSuccess({ id, reference, status: "success", message: "Approved" });
    }
  }

  /** Starts the transaction. @returns `null` if its reference was used before, or if the edge started it */
  function start() {
    if ("accessCode" in options) return null;
    const { amount, currency, metadata, email } = options;
    return providers.paystack.start({ reference, amount, currency, metadata, customer: { email } });
  }
}

async function playPayPal(buttons: PayPalButtons, tab: Tab): Promise<void> {
  const { time, random, providers, plan } = tab.payer.world;
  const { mode, heldBack, ends } = tab.story;
  if (ends === "does not appear") return noteFaults(tab);
  await time.wait(random.between(300, 8_000));
  buttons.onReady();
  await time.wait(random.between(1_000, 20_000));
  if (ends === "is closed") {
    noteFaults(tab);
    return buttons.onCancel();
  }
  let orderId: string;
  try {
    orderId = await buttons.createOrder({} as CreateActions);
  } catch (error) {
    return buttons.onError(error);
  }
  await time.wait(random.between(5_000, MINUTE));
  noteFaults(tab);
  // The payer closes the page's dialog, and approves the order in PayPal's window later.
  if (ends === "is closed, and agreed to later") {
    time.schedule(random.spread(SECOND, 5 * MINUTE), () => providers.approve(orderId));
    return buttons.onCancel();
  }
  const order = providers.paypal.orders.get(orderId);
  if (mode && order) order.captureMode = mode;
  const status = providers.paypal.find(orderId)?.status;
  const isApproved = status === "CREATED" ? providers.approve(orderId) : status === "APPROVED";
  if (!order || !isApproved) return buttons.onError(new Error("RESOURCE_NOT_FOUND"));
  // The approval outdates whatever another tab has shown of this order.
  tab.payer.noteMessage(order.request.purchase_units[0].invoice_id, "visitor: agrees");
  const mend = () => {
    order.captureMode = "completed";
  };
  if (mode === "trouble" || mode === "limited") time.schedule(random.spread(MINUTE, HOUR / 2), mend);
  if (heldBack) {
    const resolve = () => providers.paypal.resolveCapture(order.capture?.id ?? "", heldBack);
    time.schedule(random.spread(HOUR, plan.firstClassIn === null ? 3 * DAY : 40 * DAY), resolve);
  }
  await time.wait(random.between(1, 3_000));
  if (ends === "fails") return buttons.onError(new Error("Window closed"));
  if (ends === "says nothing") return;
  // After a decline, PayPal lets the payer choose another card or cancel.
  const restart = async () => {
    await time.wait(random.between(5_000, MINUTE));
    if (random.chance(0.3)) return buttons.onCancel();
    mend();
    providers.approve(orderId);
    await buttons.onApprove(approval);
  };
  const approval = { restart: () => void restart() } as unknown as ApproveActions;
  await buttons.onApprove(approval);
}
