/** Checks the adapter with Paystack's own package. Only Paystack's page in the frame is simulated. */
import { describe, expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import {
  paystackOrder as order,
  paystackCheckout,
  paystackSuccess as success,
} from "../../../fixtures/paystack-page.ts";

const paystack = paystackCheckout();
const { open, load, say, turn } = paystack;

function openLoaded(of?: Order) {
  const checkout = open(of);
  load();
  return checkout;
}

test("a checkout that has loaded says so, and waits for the visitor as long as it takes", async () => {
  const checkout = openLoaded();
  expect(checkout.shown).toBe(1);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(checkout.outcome).toBeNull();
});

test("a checkout that has loaded is not closed by Escape: the visitor may be paying", async () => {
  const checkout = openLoaded();
  paystack.page.press("Escape");
  await turn();
  expect(checkout.outcome).toBeNull();
});

test("a checkout that has loaded ends paid, with Paystack's own number for the payment", async () => {
  const checkout = openLoaded();
  await say({ event: "success", data: success });
  expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
});

test("a checkout that has loaded ends paid under the reference when Paystack gives no number", async () => {
  const checkout = openLoaded();
  await say({ event: "success", data: { reference: order.reference } });
  expect(checkout.outcome).toEqual({ status: "paid", payment: { id: order.reference, payer: null } });
});

test.each([
  ["another reference", { ...success, reference: "REG-20261121-BBBBBBBBBB" }],
  ["no reference", { ...success, reference: undefined }],
  ["the status pending", { ...success, status: "pending" }],
  ["the status failed", { ...success, status: "failed" }],
])("a Paystack success with %s is neither paid nor unpaid", async (_, data) => {
  const checkout = openLoaded();
  await say({ event: "success", data });
  expect(checkout.outcome).toEqual({ status: "unconfirmed" });
});

test.each(["cancel", "close"] as const)(
  "a checkout that has loaded ends unpaid when the visitor closes it (%s)",
  async (event) => {
    const checkout = openLoaded();
    await say({ event });
    expect(checkout.outcome).toEqual({ status: "cancelled" });
  },
);

test.each([
  ["success", "unconfirmed"],
  ["pending", "unconfirmed"],
  ["abandoned", "cancelled"],
  ["failed", "cancelled"],
] as const)("a checkout closed while Paystack calls the payment %s ends %s", async (said, status) => {
  const checkout = openLoaded();
  await say({ event: "close", data: { status: said } });
  expect(checkout.outcome).toEqual({ status });
});

test("a loaded checkout ends unconfirmed, not cancelled, when a bank transfer is on its way", async () => {
  const checkout = openLoaded();
  await say({ event: "transfer:pending", data: { status: "pending" } });
  expect(checkout.outcome).toEqual({ status: "unconfirmed" });
});

test("a checkout that has loaded counts a second success of the same payment once", async () => {
  const checkout = openLoaded();
  await say({ event: "success", data: success });
  paystack.page.say({ event: "success", data: { ...success, id: 2 } });
  await say({ event: "cancel" });
  expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
});

test("a checkout that has loaded resumes the closed charge instead of making another one", async () => {
  openLoaded();
  await say({ event: "cancel" });
  openLoaded();
  const charges = paystack.page.transactions().filter((transaction) => "ref" in transaction);
  expect(new Set(charges.map(({ ref }) => ref))).toEqual(new Set([order.reference]));
  expect(paystack.page.transactions().at(-1)).toMatchObject({ accessCode: "abc" });
});

test("a second try of a checkout has its own answer, and the first keeps its own", async () => {
  const first = openLoaded();
  await say({ event: "cancel" });
  const changed = orderOf({
    reference: "REG-20261121-BBBBBBBBBB",
    registration: { courseId: "devops-advanced" },
  });
  const second = openLoaded(changed);
  await say({ event: "success", data: { ...success, reference: changed.reference } });
  expect(first.outcome).toEqual({ status: "cancelled" });
  expect(second.outcome).toMatchObject({ status: "paid" });
  expect(paystack.page.transactions().at(-1)).toMatchObject({ ref: changed.reference, amount: 36_500_000 });
});

test.each([
  ["Currency not supported by merchant", "Currency not supported by merchant"],
  ["Duplicate Transaction Reference", "This payment was started before. Please try again."],
  [undefined, "Paystack couldn't start the payment."],
])("a payment that Paystack refuses to start (%s) ends failed, without its frames", async (said, message) => {
  const checkout = open();
  await turn();
  await say({ event: "error", data: { type: "setup", ...(said && { message: said }) } });
  expect(checkout.outcome).toEqual({ status: "failed", message });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paystack.page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
});

test("a card error inside Paystack's checkout does not end it: there the visitor may try again", async () => {
  const checkout = open();
  load();
  await say({ event: "error", data: { type: "charge", message: "Declined" } });
  expect(checkout.outcome).toBeNull();
});

describe("a transaction that the edge has started", () => {
  const { goOn } = paystack;
  const codes = () => paystack.page.transactions().map(({ accessCode }) => accessCode);

  test("is gone on with by its access code, and nothing else is asked of Paystack", async () => {
    const checkout = goOn("code-1");
    load("code-1");
    expect(
      paystack.page.transactions().map(({ ref, amount, accessCode }) => ({ ref, amount, accessCode })),
    ).toEqual([{ ref: undefined, amount: undefined, accessCode: "code-1" }]);
    await say({ event: "success", data: success });
    expect(checkout.outcome).toMatchObject({ status: "paid" });
  });

  test("is gone on with by a payer who does not know the learner's address", async () => {
    const checkout = goOn("code-1", { ...order, learner: { ...order.learner, email: "" } });
    load("code-1");
    await say({ event: "success", data: success });
    expect(checkout.refusal).toBeNull();
    expect(checkout.outcome).toMatchObject({ status: "paid" });
  });

  test("is resumed by the same code when it was closed, answers the second try, and can be paid", async () => {
    const first = goOn("code-1");
    load("code-1");
    await say({ event: "close", data: { status: "abandoned" } });
    const second = goOn("code-1");
    load("code-1");
    expect(new Set(codes())).toEqual(new Set(["code-1"]));
    await say({ event: "success", data: success });
    expect(first.outcome).toEqual({ status: "cancelled" });
    expect(second.outcome).toMatchObject({ status: "paid" });
  });
});
