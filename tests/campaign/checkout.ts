/** Plays a tab in which somebody pays: what happens at the providers' checkouts, and what its page says. */
import type { CheckoutProvider } from "~/browser/payments/load-checkout.ts";
import { createPaymentStore, type PaymentStore } from "~/browser/payments/payment-store.ts";
import { createPayPalCheckout, type PayPalButtons } from "~/browser/payments/paypal/paypal-checkout.ts";
import type { ApproveActions, CreateActions } from "~/browser/payments/paypal/paypal-orders.ts";
import { createPaystack } from "~/browser/payments/paystack/paystack.ts";
import type { Currency } from "~/domain/money/money.ts";
import { entryOf, orderOf } from "../fixtures/enrolment.ts";
import type { Browser } from "./browser.ts";
import { type CheckoutStories, PAYS, type Story } from "./checkout-stories.ts";
import type { PaystackWindow } from "./stand-ins.ts";
import { Process, runIn } from "./time.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import type { World } from "./world.ts";

/** Whom the mails go to, as the form hands it to the payment. */
const { sender, recipients } = entryOf(orderOf());

/** Somebody who pays, in one tab or several. */
interface Payer {
  /** What happens at the checkouts that are opened, one after the other. */
  readonly stories: CheckoutStories;
  /** How many were opened. */
  opened: number;
  /** What the orders are for; null where the edge starts each payment. */
  readonly thing: string | null;
}

/** Opens a tab with a page that takes payments, and keeps what it says of them. */
export function openTab(
  world: World,
  name: string,
  browser: Browser,
  payer: Payer,
  live: (payment: PaymentStore) => Promise<void>,
): Process {
  const tab = new Process(name, browser);
  const { thing } = payer;
  world.stir();
  runIn(tab, () => {
    const payment = createPaymentStore(thing === null ? null : { sender, recipients }, () => undefined);
    payment.actions.container.current = {} as HTMLDivElement;
    tab.stage = checkoutStage(world, payer);
    payment.$payment.listen(({ flow }) => {
      world.stir();
      if (flow.step === "editing") return;
      const { reference, charge } = flow.order;
      if (thing !== null) {
        world.keepAttempt({ browser: browser.name, reference, thing, minor: charge.minor, pays: null });
      }
      world.keepWord(
        browser.name,
        reference,
        flow.step === "notPaid" ? `notPaid: ${flow.reason}` : flow.step,
      );
    });
    void live(payment);
  });
  tab.onEnd(() => world.note("tab is gone"));
  return tab;
}

export type Stage = ReturnType<typeof checkoutStage>;

/** A tab's own checkouts: what it shows of the providers, and who acts there. */
function checkoutStage(world: World, payer: Payer) {
  const { time, random, providers } = world;
  const paystack = createPaystack("pk_live_campaign");
  const paypal = createPayPalCheckout((_, buttons) => {
    void playPayPal(buttons, story);
    return () => undefined;
  });
  let story = PAYS;
  const strike = ({ fault }: Story) => {
    if (fault) world.strike(fault);
  };

  return {
    loadCheckout: async (currency: Currency): Promise<CheckoutProvider> => {
      const stories = payer.stories[currency];
      story = stories[Math.min(payer.opened, stories.length - 1)] ?? PAYS;
      payer.opened += 1;
      world.note(`checkout in ${currency}: ${story.fault ?? story.mode ?? "pays"}`);
      await time.wait(random.between(50, 3_000));
      if (story.ends === "before its code loads") {
        strike(story);
        throw new Error("Failed to fetch dynamically imported module");
      }
      return currency === "NGN" ? paystack : paypal;
    },
    onPaystack: (window: PaystackWindow) => void playPaystack(window, story),
  };

  async function playPaystack(window: PaystackWindow, story: Story): Promise<void> {
    const { options, reference } = window;
    const refuse = () => options.onError({ message: "Duplicate Transaction Reference" });
    const close = () => {
      window.isOpen = false;
      options.onCancel();
    };
    if (story.ends === "before it appears") return strike(story);
    await time.wait(random.between(300, 8_000));
    if (!window.isOpen) return;
    if (providers.isCharged(reference) || !(start(window) || window.isResumed)) return refuse();
    options.onLoad();
    await time.wait(random.between(5_000, 2 * MINUTE));
    if (!window.isOpen) return;
    // It was paid in another tab meanwhile.
    if (providers.isCharged(reference)) return refuse();
    const pay = () => providers.paystack.pay(reference, { domain: "live" });
    strike(story);
    if (story.isPaid || !story.ends) {
      pay();
      await time.wait(random.between(1, 5_000));
    }
    switch (story.ends) {
      case "in a transfer that arrives":
      case "in a transfer that never arrives": {
        const delay = random.spread(MINUTE, 5 * HOUR);
        // The bank does this even when the tab is gone.
        if (story.ends === "in a transfer that arrives") time.outlive(delay, pay);
        close();
        return options.onBankTransferConfirmationPending();
      }
      case "refused":
        return options.onError({ message: "Declined by the bank" });
      case "in an error":
        return options.onError({ message: "Something went wrong" });
      case "silent":
        return;
      case "closed, and Paystack knows":
        window.status = "success";
        return close();
      case "closed":
        return close();
      default: {
        window.isOpen = false;
        const { id } = providers.paystack.find(reference) ?? {};
        return options.onSuccess({ id, reference, status: "success", message: "Approved" });
      }
    }
  }

  /** The transaction that the page starts itself, unless its reference was used before. */
  function start({ options }: PaystackWindow) {
    if ("accessCode" in options) return null;
    const { reference, amount, currency, metadata, email } = options;
    return providers.paystack.start({ reference, amount, currency, metadata, customer: { email } });
  }

  async function playPayPal(buttons: PayPalButtons, story: Story): Promise<void> {
    if (story.ends === "before it appears") return strike(story);
    await time.wait(random.between(300, 8_000));
    buttons.onReady();
    await time.wait(random.between(1_000, 20_000));
    if (story.ends === "closed") {
      strike(story);
      return buttons.onCancel();
    }
    let orderId: string;
    try {
      orderId = await buttons.createOrder({} as CreateActions);
    } catch (error) {
      return buttons.onError(error);
    }
    await time.wait(random.between(5_000, MINUTE));
    const { mode, heldBack } = story;
    const order = providers.paypal.orders.get(orderId);
    if (mode) world.strike(`PayPal: ${mode}`);
    if (mode && order) order.captureMode = mode;
    const status = providers.paypal.find(orderId)?.status;
    const isAgreed = status === "CREATED" ? providers.approve(orderId) : status === "APPROVED";
    if (!order || !isAgreed) return buttons.onError(new Error("RESOURCE_NOT_FOUND"));
    const mend = () => {
      order.captureMode = "completed";
    };
    if (mode === "trouble" || mode === "limited") time.outlive(random.spread(MINUTE, HOUR / 2), mend);
    if (heldBack) {
      const resolve = () => providers.paypal.resolveCapture(order.capture?.id ?? "", heldBack);
      time.outlive(random.spread(HOUR, 40 * HOUR), resolve);
    }
    await time.wait(random.between(1, 3_000));
    strike(story);
    if (story.ends === "in an error") return buttons.onError(new Error("Window closed"));
    if (story.ends === "silent") return;
    // PayPal lets a payer who was declined choose another card, or leave.
    const restart = async () => {
      await time.wait(random.between(5_000, MINUTE));
      if (random.chance(0.3)) return buttons.onCancel();
      mend();
      await buttons.onApprove(approval);
    };
    const approval = { restart: () => void restart() } as unknown as ApproveActions;
    await buttons.onApprove(approval);
  }
}
