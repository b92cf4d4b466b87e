/** Checks how the checkout handles the reports of PayPal's buttons, which are simulated. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPayPalCheckout, type PayPalButtons } from "~/browser/payments/paypal/paypal-checkout.ts";
import {
  type ApproveActions,
  type CreateActions,
  OrderRefused,
} from "~/browser/payments/paypal/paypal-orders.ts";
import type { CaptureOutcome } from "~/domain/payments/checkout.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { openCheckout } from "../../../fixtures/checkout.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";

const order = orderOf({ currency: "USD" });
const paid: CheckoutOutcome = { status: "paid", payment: { id: "CAPTURE-1", payer: null } };

let answer: ((outcome: CaptureOutcome) => void) | null = null;

beforeEach(() => {
  answer = null;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const turn = () => vi.advanceTimersByTimeAsync(0);

const removed = vi.fn();
const NO_ACTIONS = {} as CreateActions & ApproveActions;

function open(create = async () => "ORDER-1") {
  removed.mockClear();
  let drawn: PayPalButtons | null = null;
  const capture = () =>
    new Promise<CaptureOutcome>((resolve) => {
      answer = resolve;
    });
  const provider = createPayPalCheckout(
    (_, buttons) => {
      drawn = buttons;
      return removed;
    },
    { create, capture },
  );
  const checkout = openCheckout(provider, order);
  return { checkout, paypal: drawn as unknown as PayPalButtons };
}

test("an approved payment ends as its capture says", async () => {
  const { checkout, paypal } = open();
  void paypal.onApprove(NO_ACTIONS);
  await turn();
  expect(checkout.outcome).toBeNull();
  answer?.(paid);
  await turn();
  expect(checkout.outcome).toEqual(paid);
});

const DECLINED: CaptureOutcome = { status: "declined", message: "Your bank said no." };

test("a payer whose bank declines pays another way at PayPal and is charged once", async () => {
  const { checkout, paypal } = open();
  const restart = vi.fn();
  void paypal.onApprove({ ...NO_ACTIONS, restart });
  answer?.(DECLINED);
  await turn();
  expect(restart).toHaveBeenCalledOnce();
  expect(checkout).toMatchObject({ outcome: null, declined: 1 });
  // A payer who takes long to choose is not a capture without a response.
  await vi.advanceTimersByTimeAsync(300_000);
  void paypal.onApprove({ ...NO_ACTIONS, restart });
  answer?.(paid);
  await turn();
  expect(checkout.outcome).toEqual(paid);
});

test("a payer who chooses no other way to pay reads what the bank said, and is not charged", async () => {
  const { checkout, paypal } = open();
  void paypal.onApprove({ ...NO_ACTIONS, restart: () => undefined });
  answer?.(DECLINED);
  await turn();
  paypal.onCancel();
  await turn();
  expect(checkout.outcome).toEqual({ status: "failed", message: "Your bank said no." });
});

test("a payer whose bank declines reads so where PayPal cannot start again", async () => {
  const { checkout, paypal } = open();
  const restart = () => {
    throw new Error("Window closed");
  };
  void paypal.onApprove({ ...NO_ACTIONS, restart });
  answer?.(DECLINED);
  await turn();
  expect(checkout.outcome).toEqual({ status: "failed", message: "Your bank said no." });
});

test.each(["failed", "unreachable"] as const)(
  "an order that is refused as %s ends the checkout in its own words",
  async (reason) => {
    const { checkout, paypal } = open(() => Promise.reject(new OrderRefused(reason, "The price changed.")));
    await expect(paypal.createOrder(NO_ACTIONS)).rejects.toThrow("The price changed.");
    paypal.onError(new Error("Uncaught: OrderRefused at ..."));
    await turn();
    expect(checkout.outcome).toEqual({ status: reason, message: "The price changed." });
  },
);

test("an order that is paid already ends the checkout paid", async () => {
  const { checkout, paypal } = open(() =>
    Promise.reject(new OrderRefused("failed", "This has been paid already.", paid)),
  );
  await expect(paypal.createOrder(NO_ACTIONS)).rejects.toThrow("paid already");
  await turn();
  expect(checkout.outcome).toEqual(paid);
});

test("an error of PayPal's own while the order is made is shown by PayPal", async () => {
  const { checkout, paypal } = open(() => Promise.reject(new Error("zoid is gone")));
  await expect(paypal.createOrder(NO_ACTIONS)).rejects.toThrow("zoid is gone");
  await turn();
  expect(checkout.outcome).toBeNull();
});

test.each<[string, (paypal: PayPalButtons) => void]>([
  ["an error", (paypal) => paypal.onError(new Error("Window closed"))],
  ["a closed window", (paypal) => paypal.onCancel()],
])("%s while the money is being taken is not called unpaid", async (_, happen) => {
  const { checkout, paypal } = open();
  void paypal.onApprove(NO_ACTIONS);
  happen(paypal);
  await turn();
  expect(checkout.outcome).toEqual({ status: "unconfirmed" });
});

test("a capture that never answers does not hold the visitor for ever", async () => {
  const { checkout, paypal } = open();
  void paypal.onApprove(NO_ACTIONS);
  await vi.advanceTimersByTimeAsync(89_999);
  expect(checkout.outcome).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(checkout.outcome).toEqual({ status: "unconfirmed" });
});

test.each<[string, (paypal: PayPalButtons) => void, CheckoutOutcome]>([
  ["an error", (paypal) => paypal.onError(new Error("No")), { status: "failed", message: "No" }],
  ["a closed window", (paypal) => paypal.onCancel(), { status: "cancelled" }],
])("%s before the visitor agreed leaves nothing charged", async (_, happen, outcome) => {
  const { checkout, paypal } = open();
  happen(paypal);
  await turn();
  expect(checkout.outcome).toEqual(outcome);
});

test("an approval that comes after the checkout has ended is not charged", async () => {
  const { checkout, paypal } = open();
  paypal.onCancel();
  void paypal.onApprove(NO_ACTIONS);
  await turn();
  expect(answer).toBeNull();
  expect(checkout.outcome).toEqual({ status: "cancelled" });
});

test("PayPal's buttons are removed once the checkout has ended and their own code has run", async () => {
  const { paypal } = open();
  paypal.onCancel();
  expect(removed).not.toHaveBeenCalled();
  await turn();
  expect(removed).toHaveBeenCalledOnce();
});

test("buttons that never appear are given up after 20 seconds, and those that did are not", async () => {
  const { checkout } = open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checkout.outcome).toMatchObject({ status: "unreachable" });
  const second = open();
  second.paypal.onReady();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(second.checkout).toMatchObject({ outcome: null, shown: 1 });
});
