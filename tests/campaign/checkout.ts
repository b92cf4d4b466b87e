/** Plays the providers' checkouts in a tab as the plan has it: what the payer does there, and what they hear of it. */

import { createPayPalCheckout, type PayPalButtons } from "~/browser/payments/paypal/paypal-checkout.ts";
import type { ApproveActions, CreateActions } from "~/browser/payments/paypal/paypal-orders.ts";
import { createPaystack } from "~/browser/payments/paystack/paystack.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CaptureMode } from "~/sandbox/providers/paypal-shapes.ts";
import type { CheckoutStory } from "./checkout-stories.ts";
import type { Providers } from "./providers.ts";
import type { PaystackWindow, Stage } from "./stand-ins/stage.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import { note, strike, type World } from "./world.ts";

export interface CheckoutPlay {
  readonly providers: Providers;
  /** What happens at the checkout that is opened now. */
  nextStory(currency: "NGN" | "USD"): CheckoutStory;
  /** The order whose checkout is open. */
  order(): Order;
}

/** How PayPal takes the money in a story, where it is not simply taken. */
const CAPTURE_MODES: Partial<Record<CheckoutStory, CaptureMode>> = {
  "is declined": "declined",
  "capture's answer is lost": "lost",
  "capture in trouble": "trouble",
  "capture limited": "limited",
  "capture refused": "refused",
  "capture failed": "failed",
  "capture held back, then made": "pending",
  "capture held back, then denied": "pending",
  "capture too small": "short",
};

/** A tab's own checkouts. */
export function checkoutStage(world: World, play: CheckoutPlay): Stage {
  const { time, random } = world;
  const { providers } = play;
  const paystack = createPaystack("pk_live_campaign");
  const paypal = createPayPalCheckout((_, buttons) => {
    void playPayPal(buttons, story);
    return () => undefined;
  });
  let story: CheckoutStory = "pays";

  return {
    loadCheckout: async (currency) => {
      story = play.nextStory(currency);
      note(world, `checkout in ${currency}: ${story}`);
      await time.wait(random.between(50, 3_000));
      if (story === "code does not load") {
        strike(world, "checkout's code does not load");
        throw new Error("Failed to fetch dynamically imported module");
      }
      return currency === "NGN" ? paystack : paypal;
    },
    onPaystack: (window) => void playPaystack(window, play.order(), story),
  };

  /** Why Paystack does not let the payer pay; null where it does. */
  function refusal({ options, isResumed }: PaystackWindow, { reference }: Order): string | null {
    if (providers.isCharged(reference)) return "Duplicate Transaction Reference";
    if ("accessCode" in options) return null;
    const { amount, currency, metadata, email } = options;
    const begun = providers.paystack.begin({ reference, amount, currency, metadata, customer: { email } });
    return begun || isResumed ? null : "Duplicate Transaction Reference";
  }

  async function playPaystack(window: PaystackWindow, order: Order, story: CheckoutStory): Promise<void> {
    const { options } = window;
    const { reference } = order;
    if (story === "never appears") return strike(world, "checkout unreachable");
    await time.wait(random.between(300, 8_000));
    if (!window.isOpen) return;
    const message = refusal(window, order);
    if (message) return options.onError({ message });
    options.onLoad();
    await time.wait(random.between(5_000, 2 * MINUTE));
    if (!window.isOpen) return;
    // It was paid in another tab meanwhile.
    if (providers.isCharged(reference))
      return options.onError({ message: "Duplicate Transaction Reference" });
    const close = () => {
      window.isOpen = false;
      options.onCancel();
    };
    const pay = async () => {
      providers.pay(reference);
      await time.wait(random.between(1, 5_000));
    };
    switch (story) {
      case "closes it":
        strike(world, "checkout closed");
        return close();
      case "is declined":
        strike(world, "charge declined");
        return options.onError({ message: "Declined by the bank" });
      case "fails after the charge":
        strike(world, "checkout fails after the charge");
        await pay();
        return options.onError({ message: "Something went wrong" });
      case "closed after the charge, which Paystack knows":
        strike(world, "checkout closed after the charge");
        await pay();
        window.status = "success";
        return close();
      case "closed after the charge, which nobody knows":
        strike(world, "checkout closed after the charge");
        await pay();
        return close();
      case "says nothing after the charge":
        strike(world, "checkout says nothing after the charge");
        return pay();
      case "transfer arrives later":
      case "transfer never arrives": {
        strike(world, "bank transfer on its way");
        const delay = random.spread(MINUTE, 5 * HOUR);
        // The bank does this even when the tab is gone.
        if (story === "transfer arrives later") providers.later(delay, () => providers.pay(reference));
        close();
        return options.onBankTransferConfirmationPending();
      }
      default:
        await pay();
        window.isOpen = false;
        return options.onSuccess({
          id: providers.paystack.find(reference)?.id,
          reference,
          status: "success",
          message: "Approved",
        });
    }
  }

  async function playPayPal({ order, ...buttons }: PayPalButtons, story: CheckoutStory): Promise<void> {
    if (story === "never appears") return strike(world, "checkout unreachable");
    await time.wait(random.between(300, 8_000));
    buttons.onReady();
    await time.wait(random.between(1_000, 20_000));
    if (story === "closes it") {
      strike(world, "checkout closed");
      return buttons.onCancel();
    }
    let orderId: string;
    try {
      orderId = await buttons.createOrder({} as CreateActions);
    } catch (error) {
      return buttons.onError(error);
    }
    await time.wait(random.between(5_000, MINUTE));
    const mode = CAPTURE_MODES[story];
    if (mode) {
      strike(world, `PayPal: ${story}`);
      captureAs(orderId, mode);
    }
    if (!approve(orderId)) return buttons.onError(new Error("RESOURCE_NOT_FOUND"));
    if (mode === "trouble" || mode === "limited") {
      providers.later(random.spread(MINUTE, HOUR / 2), () => captureAs(orderId, "completed"));
    }
    if (mode === "pending") {
      const status = story === "capture held back, then made" ? "COMPLETED" : "DECLINED";
      providers.later(random.spread(HOUR, 40 * HOUR), () => resolveCapture(orderId, status));
    }
    await time.wait(random.between(1, 3_000));
    if (story === "fails after the agreement") {
      strike(world, "checkout fails after the agreement");
      return buttons.onError(new Error("Window closed"));
    }
    if (story === "says nothing after the agreement") {
      return strike(world, "checkout says nothing after the agreement");
    }
    await buttons.onApprove(approval(orderId, buttons));
  }

  /** The payer agrees, unless they have, and the order is still there. */
  function approve(orderId: string): boolean {
    const status = providers.paypal.find(orderId)?.status;
    return status === "CREATED" ? providers.approve(orderId) : status === "APPROVED";
  }

  function captureAs(orderId: string, mode: CaptureMode): void {
    const order = providers.paypal.orders.get(orderId);
    if (order) order.captureMode = mode;
  }

  function resolveCapture(orderId: string, status: "COMPLETED" | "DECLINED"): void {
    const capture = providers.paypal.orders.get(orderId)?.capture;
    if (capture) providers.paypal.resolveCapture(capture.id, status);
  }

  /** PayPal lets a payer who was declined choose another card, or leave. */
  function approval(orderId: string, buttons: Omit<PayPalButtons, "order">): ApproveActions {
    const restart = async () => {
      await time.wait(random.between(5_000, MINUTE));
      if (random.chance(0.3)) return buttons.onCancel();
      captureAs(orderId, "completed");
      await buttons.onApprove(approval(orderId, buttons));
    };
    return { restart: () => void restart() } as unknown as ApproveActions;
  }
}
