/** A reference proves nothing, because return addresses, receipts and the desk show it. */
import { describe, expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { signUp, readView } = enrolmentDesk(desk);

/** Returns Mallory's registration at the same price, under the reference of somebody else's order. */
const sameAs = ({ reference, charge: { currency } }: Order) =>
  orderOf({ reference, currency, registration: { firstName: "Mallory", email: "mallory@example.com" } });
const OTHER_KEY = { "idempotency-key": newKey() };

async function answerTo(order: Order, headers: Record<string, string> = {}) {
  const answer = await signUp(order, {}, headers);
  return [answer.status, await answer.json()];
}

const orderAtPayPal = (order: Order, headers: Record<string, string>) =>
  desk.ask(post("/prod/paypal/orders", { order }, headers));

const MALLORYS = [
  ["with a key of their own", OTHER_KEY],
  ["without a key", { "idempotency-key": "" }],
] as const;

describe.each(MALLORYS)("a stranger who knows a reference, %s", (_, headers) => {
  test.each([
    ["a registered order", () => desk.registered()],
    ["an order at PayPal", async () => (await desk.agreed()).order],
  ])("learns nothing about %s, whose visitor can resume it", async (_order, store) => {
    const order = await store();
    const refused = [409, { code: "reference-used", message: expect.any(String) }];
    expect(await answerTo(sameAs(order), headers)).toEqual(refused);
    const [status, { id, key }] = await answerTo(order);
    expect(status).toBe(201);
    expect(await readView(id, key)).toMatchObject({ learner: { email: "ada@example.com" } });
    expect(await answerTo(sameAs(order), headers)).toEqual(refused);
  });

  test("learns only that a paid order is paid", async () => {
    const order = await desk.registered();
    await desk.paystackSends(chargeEvent(order));
    const answer = { status: "paid", payment: expect.anything(), message: expect.any(String) };
    expect(await answerTo(sameAs(order), headers)).toEqual([409, answer]);
  });

  test("adds no details to a payment whose order was lost", async () => {
    const order = await desk.charged({ metadata: null });
    await answerTo(sameAs(order), headers);
    expect(await desk.paymentOf(order.reference)).toMatchObject({ course: { id: "" }, details: null });
    expect(await desk.subjectsAbout(order)).toEqual(["Registration: not paid in full, course not known"]);
  });

  test("starts no order at PayPal", async () => {
    const order = await desk.registered("USD");
    const answer = await orderAtPayPal(sameAs(order), headers);
    expect([answer.status, await desk.paypal.ordersOf(order.reference)]).toEqual([409, []]);
  });
});

test("an enrolment that a webhook or capture starts has the key of the order's request", async () => {
  const { order, id: orderId } = await desk.agreed();
  await desk.capture(orderId);
  const [, { id, key }] = await answerTo(order);
  expect(await readView(id, key)).toMatchObject({ learner: { email: "ada@example.com" }, state: "complete" });
});
