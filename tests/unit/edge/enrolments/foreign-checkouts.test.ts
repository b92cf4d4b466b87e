/** Checkouts that strangers open with the public key and others' metadata. They change no enrolment. */
import { describe, expect, test } from "vitest";
import { fromMinor } from "~/domain/money/money.ts";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { captureIdOf, paymentDesk } from "../../../fixtures/payment-desk.ts";
import {
  approvedEvent,
  captureEvent,
  linksTo,
  ofOrder,
  refundedEvent,
} from "../../../fixtures/paypal-events.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { start, enrolled, enrolledInDollars, readView, startPayment, payNext } = enrolmentDesk(desk);

const CENT = { currency_code: "USD", value: "0.01" };

/** Returns PayPal's report of a cent that somebody paid in an enrolment's name. */
function centFor(id: string, as: "COMPLETED" | "PENDING" = "COMPLETED", proof = "0".repeat(64)) {
  const order = { ...newOrder("USD"), reference: freshReference() };
  const custom_id = `${order.reference} ${id} ${proof}`;
  return { order, event: captureEvent(as, order, { amount: CENT, custom_id, id: `CAP${order.reference}` }) };
}

const enrolmentOf = async ({ reference }: { readonly reference: string }) =>
  (await desk.paymentOf(reference))?.enrolmentId;

describe("a payment that names an enrolment without the edge's signature", () => {
  test.each(["COMPLETED", "PENDING"] as const)("does not join it from PayPal if it is %s", async (as) => {
    const { id, key } = await start(fiveInstallments(desk.now));
    const { order, event } = centFor(id, as);
    await desk.paypalSends(event);
    expect(await enrolmentOf(order)).not.toBe(id);
    await payNext(id, key);
    expect(await readView(id, key)).toMatchObject({ currency: "NGN", state: "active", pendingCharges: [] });
  });

  test("starts another enrolment from Paystack", async () => {
    const { id } = await enrolled();
    const order = newOrder();
    const fields = ["reference", "enrolment", "enrolment_proof"].map((variable_name, index) => ({
      variable_name,
      value: [order.reference, id, "0".repeat(64)][index],
    }));
    await desk.paystackSends(chargeEvent(order, { amount: 10_000, metadata: { custom_fields: fields } }));
    expect(await enrolmentOf(order)).not.toBe(id);
    expect(await enrolmentOf(order)).toMatch(/^ENR-/);
  });

  test("does not join it with the signature of another payment", async () => {
    const { id, key } = await enrolledInDollars();
    const { reference } = await startPayment(id, key);
    const [made] = await desk.paypal.ordersOf(reference);
    const [, , proof] = made?.purchase_units[0]?.custom_id?.split(" ") ?? [];
    expect(proof).toMatch(/^[0-9a-f]{64}$/);
    const { order, event } = centFor(id, "COMPLETED", proof);
    await desk.paypalSends(event);
    expect(await enrolmentOf(order)).not.toBe(id);
  });
});

test("a payment that is too small for any charge does not fix the currency", async () => {
  const order = fiveInstallments(desk.now, { currency: "USD" });
  const { id, key } = await start(order);
  const orderId = await desk.agree(order);
  await desk.paypal.captureAs(orderId, "short");
  await desk.capture(orderId);
  const next = await payNext(id, key, { currency: "NGN", count: 2 });
  expect(next).toMatchObject({ amount: { currency: "NGN", minor: 20_900_000 } });
  expect(await readView(id, key)).toMatchObject({ currency: "NGN", state: "active" });
});

test("a payment that PayPal holds back blocks only its own charges", async () => {
  const order = fiveInstallments(desk.now, { currency: "USD" });
  const { id, key } = await start(order);
  const orderId = await desk.agree(order);
  await desk.paypal.captureAs(orderId, "pending");
  await desk.capture(orderId);
  expect(await readView(id, key)).toMatchObject({ pendingCharges: [0, 1] });
  expect(await startPayment(id, key)).toMatchObject({ charges: [2] });
});

describe("an order that a browser made at PayPal under the reference of a stored order", () => {
  const FOREIGN = "7XY19017TN364715T";

  test("does not change that order, and is reported under another reference", async () => {
    const { order, id } = await desk.agreed();
    const cent = captureEvent("COMPLETED", order, { id: "CENT", amount: CENT, ...ofOrder(FOREIGN) });
    for (const _ of ["once", "repeated"]) expect((await desk.paypalSends(cent)).status).toBe(200);
    expect(await desk.stateOf(order)).toEqual(["unpaid", null]);
    await desk.capture(id);
    expect(await desk.stateOf(order)).toEqual(["paid", null]);
    const otherPayments = await desk.rows<{ reference: string }>(
      "SELECT reference FROM payments WHERE reference <> ? AND paid_minor = 1 AND flag = 'unknown-course'",
      order.reference,
    );
    expect(otherPayments).toHaveLength(1);
    const [other] = otherPayments;
    expect(await desk.subjectsAbout({ ...order, ...other })).toHaveLength(1);
    const back = refundedEvent("REFUNDED", order, { amount: CENT, links: linksTo("CENT") });
    await desk.paypalSends(back);
    expect(await desk.stateOf(order), "once its cent went back").toEqual(["paid", null]);
  });

  test("does not change that order if PayPal's report names no order", async () => {
    const { order, id } = await desk.agreed();
    await desk.paypalSends(captureEvent("COMPLETED", order, { id: "NAMELESS", amount: CENT }));
    await desk.paypalSends(captureEvent("PENDING", order, { id: "ANOTHER", amount: CENT }));
    expect(await desk.stateOf(order)).toEqual(["unpaid", null]);
    const flags = await desk.rows(
      "SELECT flag FROM payments WHERE reference <> ? ORDER BY flag",
      order.reference,
    );
    expect(flags).toEqual([{ flag: "payment-pending" }, { flag: "unknown-course" }]);
    await desk.paypal.captureAs(id, "lost");
    await desk.capture(id);
    await desk.paypalSends(captureEvent("COMPLETED", order, { id: captureIdOf(id) }));
    expect(await desk.stateOf(order)).toEqual(["paid", null]);
  });

  /** Pays a cent under a reference with the public client id. */
  async function payCent(order: Pick<Order, "reference" | "course">) {
    const { client } = desk.accounts().paypal;
    const purchase = paypalPurchase({ ...order, charge: fromMinor("USD", 1) });
    const id = await client.createOrder(purchase, freshReference());
    await desk.paypal.approve(id);
    await client.captureOrder(id, freshReference());
  }

  test("and is paid first gives the learner another reference", async () => {
    const { id, key } = await enrolledInDollars();
    const { reference, checkout } = await startPayment(id, key);
    await desk.abandon(checkout.orderId);
    await payCent({ ...newOrder("USD"), reference });
    const next = await startPayment(id, key);
    expect(next.reference).not.toBe(reference);
    await desk.paypal.approve(next.checkout.orderId);
    expect(await desk.outcomeOf(next.checkout.orderId)).toMatchObject({ status: "paid" });
  });

  test("and is paid first makes Signup use another reference", async () => {
    const order = await desk.registered("USD");
    await payCent(order);
    const answer = await desk.order(order);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "reference-used" }]);
  });

  test("and is paid during the payer's approval makes the payer start another payment", async () => {
    const { order, id } = await desk.agreed();
    await payCent(order);
    expect(await desk.outcomeOf(id)).toMatchObject({ status: "failed" });
    const answer = await desk.order(order);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "reference-used" }]);
  });

  test("and is only approved does not delay that order", async () => {
    const { order, id } = await desk.agreed();
    await desk.paypalSends(approvedEvent(order, FOREIGN, desk.now));
    expect(await desk.history(order.reference)).not.toContain("approved (webhook)");
    expect(await desk.outcomeOf(id)).toMatchObject({ status: "paid" });
  });
});

test("naira paid at Paystack under the reference of a dollar order do not change that order", async () => {
  const { order, id } = await desk.agreed();
  const naira = chargeEvent({ ...newOrder(), reference: order.reference }, { amount: 10_000 });
  for (const _ of ["once", "repeated"]) await desk.paystackSends(naira);
  expect(await desk.outcomeOf(id)).toMatchObject({ status: "paid" });
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  const otherPayments = await desk.rows("SELECT status FROM payments WHERE reference <> ?", order.reference);
  expect(otherPayments).toEqual([{ status: "short-paid" }]);
});
