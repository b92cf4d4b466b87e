/** Plays the providers' checkouts in a tab as the plan tells it: what the payer does there, and what they hear of it. */
import type { Order } from "~/domain/enrolment/order.ts";
import { createPayPal } from "~/payments/paypal/paypal.tsx";
import { createPaystack } from "~/payments/paystack/paystack.ts";
import type { CheckoutStory } from "./plan.ts";
import type { Providers } from "./providers.ts";
import type { PayPalButtons, PaystackWindow, Stage } from "./stand-ins/stage.ts";
import { note, strike, type World } from "./world.ts";

export interface CheckoutPlay {
  readonly providers: Providers;
  /** What happens at the checkout that is opened now. */
  nextStory(currency: "NGN" | "USD"): CheckoutStory;
  /** The order whose checkout is open. */
  order(): Order;
}

const MINUTE = 60_000;

/** A tab's own checkouts. */
export function checkoutStage(world: World, play: CheckoutPlay): Stage {
  const { time, random } = world;
  const { providers } = play;
  const paystack = createPaystack("pk_live_campaign");
  const paypal = createPayPal("campaign");
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
    onPayPal: (buttons) => void playPayPal(buttons, play.order(), story),
  };

  async function playPaystack(window: PaystackWindow, order: Order, told: CheckoutStory): Promise<void> {
    const { options } = window;
    if (told === "never appears") return strike(world, "checkout unreachable");
    await time.wait(random.between(300, 8_000));
    if (!window.isOpen) return;
    if (providers.isCharged(order.reference)) {
      return options.onError({ message: "Duplicate Transaction Reference" });
    }
    options.onLoad();
    await time.wait(random.between(5_000, 2 * MINUTE));
    if (!window.isOpen) return;
    const close = () => {
      window.isOpen = false;
      options.onCancel();
    };
    const pay = async () => {
      providers.charge(order);
      await time.wait(random.between(1, 5_000));
    };
    switch (told) {
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
        const delay = random.spread(MINUTE, 5 * 60 * MINUTE);
        // The bank does this, whatever becomes of the tab.
        if (told === "transfer arrives later") providers.chargeLater(order, delay);
        close();
        return options.onBankTransferConfirmationPending();
      }
      default:
        await pay();
        window.isOpen = false;
        return options.onSuccess({
          id: providers.chargeId(order.reference),
          reference: order.reference,
          status: "success",
          message: "Approved",
        });
    }
  }

  async function playPayPal(buttons: PayPalButtons, order: Order, told: CheckoutStory): Promise<void> {
    if (told === "never appears") return strike(world, "checkout unreachable");
    await time.wait(random.between(300, 8_000));
    buttons.onInit();
    await time.wait(random.between(1_000, 20_000));
    if (told === "closes it") {
      strike(world, "checkout closed");
      return buttons.onCancel();
    }
    let orderId: string;
    try {
      orderId = await buttons.createOrder({}, {});
    } catch (error) {
      return buttons.onError(error);
    }
    await time.wait(random.between(5_000, MINUTE));
    if (told === "is declined") providers.captureAs(orderId, "declined");
    if (told === "capture's answer is lost") providers.captureAs(orderId, "lost");
    if (told === "capture in trouble") {
      providers.captureAs(orderId, "trouble");
      providers.captureLater(orderId, random.spread(MINUTE, 30 * MINUTE));
    }
    if (told === "is declined" || told.startsWith("capture")) strike(world, `PayPal: ${told}`);
    providers.approve(orderId, order);
    await time.wait(random.between(1, 3_000));
    if (told === "fails after the agreement") {
      strike(world, "checkout fails after the agreement");
      return buttons.onError(new Error("Window closed"));
    }
    if (told === "says nothing after the agreement") {
      return strike(world, "checkout says nothing after the agreement");
    }
    await buttons.onApprove({ orderID: orderId }, {});
  }
}
