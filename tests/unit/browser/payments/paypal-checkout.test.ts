/** Tests how the checkout handles the reports of PayPal's buttons, which are simulated. */
import { beforeEach, expect, test, vi } from "vitest";
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

test("an approved payment ends with the outcome of its capture", async () => {
  const { checkout, paypal } = open();
  void paypal.onApprove(NO_ACTIONS);
  await turn();
  expect(checkout.outcome).toBeNull();
  answer?.(paid);
  await turn();
  expect(checkout.outcome).toEqual(paid);
});

const DECLINED: CaptureOutcome = { status: "declined", message: "Your bank said no." };

test("a payer whose bank declines can pay another way and is charged once", async () => {
  const { checkout, paypal } = open();
  const restart = vi.fn();
  void paypal.onApprove({ ...NO_ACTIONS, restart });
  answer?.(DECLINED);
  await turn();
  expect(restart).toHaveBeenCalledOnce();
  expect(checkout.outcome).toBeNull();
  expect(checkout.onDeclined).toHaveBeenCalledOnce();
  // A payer who takes long to choose is not a capture without a response.
  await vi.advanceTimersByTimeAsync(300_000);
  void paypal.onApprove({ ...NO_ACTIONS, restart });
  answer?.(paid);
  await turn();
  expect(checkout.outcome).toEqual(paid);
});

const cannotRestart = () => {
  throw new Error("Window closed");
};

test.each([
  ["chooses no other way to pay", () => undefined],
  ["cannot choose another way", cannotRestart],
])("a payer whose bank declines and who %s reads the bank's message", async (_, restart) => {
  const { checkout, paypal } = open();
  void paypal.onApprove({ ...NO_ACTIONS, restart });
  answer?.(DECLINED);
  await turn();
  if (restart !== cannotRestart) paypal.onCancel();
  await turn();
  expect(checkout.outcome).toEqual({ status: "failed", message: "Your bank said no." });
});

const CHANGED = "The price changed.";

test.each([
  ["refused", new OrderRefused("failed", CHANGED), { status: "failed", message: CHANGED }],
  ["not answered", new OrderRefused("unreachable", CHANGED), { status: "unreachable", message: CHANGED }],
  ["paid already", new OrderRefused("failed", "This has been paid already.", paid), paid],
])("an order that is %s ends the checkout", async (_, refusal, outcome) => {
  const { checkout, paypal } = open(() => Promise.reject(refusal));
  await expect(paypal.createOrder(NO_ACTIONS)).rejects.toThrow(refusal);
  paypal.onError(new Error("Uncaught: OrderRefused at ..."));
  await turn();
  expect(checkout.outcome).toEqual(outcome);
});

test("an error of PayPal's script while the order is created does not end the checkout", async () => {
  const { checkout, paypal } = open(() => Promise.reject(new Error("zoid is gone")));
  await expect(paypal.createOrder(NO_ACTIONS)).rejects.toThrow("zoid is gone");
  await turn();
  expect(checkout.outcome).toBeNull();
});

test("a capture without a response is unconfirmed after 90 seconds", async () => {
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
])(
  "%s charges nothing before the visitor has agreed, and may have afterwards",
  async (_, happen, outcome) => {
    const [first, approved] = [open(), open()];
    happen(first.paypal);
    void approved.paypal.onApprove(NO_ACTIONS);
    happen(approved.paypal);
    await turn();
    expect(first.checkout.outcome).toEqual(outcome);
    expect(approved.checkout.outcome).toEqual({ status: "unconfirmed" });
  },
);

test("an approval after the end of the checkout is not captured", async () => {
  const { checkout, paypal } = open();
  paypal.onCancel();
  void paypal.onApprove(NO_ACTIONS);
  await turn();
  expect(answer).toBeNull();
  expect(checkout.outcome).toEqual({ status: "cancelled" });
});

test("PayPal's buttons are removed after the checkout, once their code has run", async () => {
  const { paypal } = open();
  paypal.onCancel();
  expect(removed).not.toHaveBeenCalled();
  await turn();
  expect(removed).toHaveBeenCalledOnce();
});

test("buttons that do not appear within 20 seconds end the checkout", async () => {
  const { checkout } = open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checkout.outcome).toMatchObject({ status: "unreachable" });
  const second = open();
  second.paypal.onReady();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(second.checkout.outcome).toBeNull();
  expect(second.checkout.onShown).toHaveBeenCalledOnce();
});
