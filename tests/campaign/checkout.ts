/** Plays the providers' checkouts in a tab as the plan has it: what the payer does there, and what they hear of it. */

import { createPayPalCheckout, type PayPalButtons } from "~/browser/payments/paypal/paypal-checkout.ts";
import type { ApproveActions, CreateActions } from "~/browser/payments/paypal/paypal-orders.ts";
import { createPaystack } from "~/browser/payments/paystack/paystack.ts";
import type { Order } from "~/domain/payments/order.ts";
import { type CheckoutStories, STORIES, type Story } from "./checkout-stories.ts";
import type { PaystackWindow, Stage } from "./stand-ins.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import type { World } from "./world.ts";

/** What happens at the checkouts that somebody opens, one after the other in all their tabs. */
export interface Payer {
  readonly stories: CheckoutStories;
  /** How many checkouts were opened. */
  opened: number;
}

/** A tab's own checkouts. @param openOrder the order whose checkout is open */
export function checkoutStage(world: World, payer: Payer, openOrder: () => Order): Stage {
  const { time, random, providers } = world;
  const paystack = createPaystack("pk_live_campaign");
  const paypal = createPayPalCheckout((_, buttons) => {
    void playPayPal(buttons, story);
    return () => undefined;
  });
  let story: Story = {};

  return {
    loadCheckout: async (currency) => {
      const names = payer.stories[currency];
      const name = names[Math.min(payer.opened, names.length - 1)] ?? "pays";
      payer.opened += 1;
      story = (STORIES[currency] as Record<string, Story>)[name] ?? {};
      world.note(`checkout in ${currency}: ${name}`);
      await time.wait(random.between(50, 3_000));
      if (story.isUnseen === "its code does not load") {
        strikes(story);
        throw new Error("Failed to fetch dynamically imported module");
      }
      return currency === "NGN" ? paystack : paypal;
    },
    onPaystack: (window) => void playPaystack(window, openOrder(), story),
  };

  function strikes({ fault }: Story): void {
    if (fault) world.strike(fault);
  }

  /** Why Paystack does not let the payer pay; null where it does. */
  function refusal({ options, isResumed }: PaystackWindow, { reference }: Order): string | null {
    if (providers.isCharged(reference)) return "Duplicate Transaction Reference";
    if ("accessCode" in options) return null;
    const { amount, currency, metadata, email } = options;
    const started = providers.paystack.start({ reference, amount, currency, metadata, customer: { email } });
    return started || isResumed ? null : "Duplicate Transaction Reference";
  }

  async function playPaystack(window: PaystackWindow, order: Order, story: Story): Promise<void> {
    const { options } = window;
    const { reference } = order;
    if (story.isUnseen) return strikes(story);
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
    strikes(story);
    if (story.transfer) {
      const delay = random.spread(MINUTE, 5 * HOUR);
      // The bank does this even when the tab is gone.
      if (story.transfer === "arrives") time.outlive(delay, () => providers.pay(reference));
      close();
      return options.onBankTransferConfirmationPending();
    }
    if (story.isPaid || !story.ends) {
      providers.pay(reference);
      await time.wait(random.between(1, 5_000));
    }
    switch (story.ends) {
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
      default:
        window.isOpen = false;
        return options.onSuccess({
          id: providers.paystack.find(reference)?.id,
          reference,
          status: "success",
          message: "Approved",
        });
    }
  }

  async function playPayPal(buttons: PayPalButtons, story: Story): Promise<void> {
    if (story.isUnseen) return strikes(story);
    await time.wait(random.between(300, 8_000));
    buttons.onReady();
    await time.wait(random.between(1_000, 20_000));
    if (story.ends === "closed") {
      strikes(story);
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
    strikes(story);
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
