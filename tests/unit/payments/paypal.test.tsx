/** What the adapter makes of PayPal's callbacks; PayPal's script and the drawing of its buttons are played. */
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow.ts";
import { openCheckout } from "../../fixtures/checkout.ts";
import { orderOf } from "../../fixtures/enrolment.ts";

interface Callbacks {
  createOrder(data: unknown, actions: unknown): Promise<string>;
  onApprove(data: unknown, actions: unknown): Promise<void>;
  onCancel(): void;
  onError(error: Error): void;
}

const drawn = vi.hoisted(() => ({ buttons: null as unknown }));

vi.mock("@paypal/react-paypal-js", () => ({
  PayPalScriptProvider: () => null,
  PayPalButtons: () => null,
  usePayPalScriptReducer: () => [{ isRejected: false }],
}));
vi.mock("react", async (original) => ({ ...(await original<object>()), useEffect: () => {} }));
vi.mock("react-dom/client", () => ({
  createRoot: () => ({
    render(boundary: ReactElement<{ children: ReactElement<{ children: ReactElement }> }>) {
      const { type, props } = boundary.props.children.props.children;
      drawn.buttons = (type as (props: unknown) => ReactElement)(props).props;
    },
    unmount() {},
  }),
}));

const order = orderOf({ currency: "USD" });
const paid: CheckoutOutcome = { status: "paid", payment: { id: "CAPTURE-1", payer: null } };

let answer: ((outcome: CheckoutOutcome) => void) | null = null;

beforeEach(() => {
  answer = null;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const turn = () => vi.advanceTimersByTimeAsync(0);

const abandoned: string[] = [];

async function open(create = async () => "ORDER-1") {
  const { createPayPal } = await import("~/payments/paypal/paypal.tsx");
  abandoned.length = 0;
  const capture = () =>
    new Promise<CheckoutOutcome>((resolve) => {
      answer = resolve;
    });
  const host = { remove() {} };
  const container = { ownerDocument: { createElement: () => host }, replaceChildren() {} };
  const provider = createPayPal("client", {
    create,
    capture,
    abandon: ({ reference }) => abandoned.push(reference),
  });
  const checkout = openCheckout(provider, order, container as unknown as HTMLElement);
  return { checkout, paypal: drawn.buttons as Callbacks };
}

test("an approved payment ends as its capture says", async () => {
  const { checkout, paypal } = await open();
  void paypal.onApprove({}, {});
  await turn();
  expect(checkout.outcome).toBeNull();
  answer?.(paid);
  await turn();
  expect(checkout.outcome).toEqual(paid);
  expect(abandoned).toEqual([]);
});

test.each(["failed", "unreachable"] as const)(
  "an order that is refused as %s ends the checkout in its own words, whatever PayPal makes of them",
  async (reason) => {
    const { OrderRefused } = await import("~/payments/paypal/paypal-orders.ts");
    const { checkout, paypal } = await open(() =>
      Promise.reject(new OrderRefused(reason, "The price changed.")),
    );
    await expect(paypal.createOrder({}, {})).rejects.toThrow("The price changed.");
    paypal.onError(new Error("Uncaught: OrderRefused at ..."));
    await turn();
    expect(checkout.outcome).toEqual({ status: reason, message: "The price changed." });
    expect(abandoned).toEqual([order.reference]);
  },
);

test("an error of PayPal's own while the order is made is told by PayPal", async () => {
  const { checkout, paypal } = await open(() => Promise.reject(new Error("zoid is gone")));
  await expect(paypal.createOrder({}, {})).rejects.toThrow("zoid is gone");
  await turn();
  expect(checkout.outcome).toBeNull();
});

test.each<[string, (paypal: Callbacks) => void]>([
  ["an error", (paypal) => paypal.onError(new Error("Window closed"))],
  ["a closed window", (paypal) => paypal.onCancel()],
])("%s while the money is being taken is not called unpaid", async (_, happen) => {
  const { checkout, paypal } = await open();
  void paypal.onApprove({}, {});
  happen(paypal);
  await turn();
  expect(checkout.outcome).toEqual({ status: "unconfirmed" });
});

test("a capture that never answers does not hold the visitor for ever", async () => {
  const { checkout, paypal } = await open();
  void paypal.onApprove({}, {});
  await vi.advanceTimersByTimeAsync(89_999);
  expect(checkout.outcome).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(checkout.outcome).toEqual({ status: "unconfirmed" });
});

test.each<[string, (paypal: Callbacks) => void, CheckoutOutcome]>([
  ["an error", (paypal) => paypal.onError(new Error("No")), { status: "failed", message: "No" }],
  ["a closed window", (paypal) => paypal.onCancel(), { status: "cancelled" }],
])("%s before the visitor agreed leaves nothing charged", async (_, happen, outcome) => {
  const { checkout, paypal } = await open();
  happen(paypal);
  await turn();
  expect(checkout.outcome).toEqual(outcome);
  expect(abandoned).toEqual([order.reference]);
});

test("an approval that comes after the end is not charged: nobody would hear of it", async () => {
  const { checkout, paypal } = await open();
  paypal.onCancel();
  void paypal.onApprove({}, {});
  await turn();
  expect(answer).toBeNull();
  expect(checkout.outcome).toEqual({ status: "cancelled" });
});
