/** Tabs that ask for a payment's order at PayPal at the same moment as another tab. */
import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { placeOrder } from "~/edge/payments/paypal/place-order.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();

/** What a request has read when it comes to PayPal's order. */
async function readPayment({ reference, charge }: Order) {
  const payment = await desk.registration(reference);
  const client = desk.providers().paypal?.client;
  if (!payment || !client) throw new Error("The payment is stored, and the account is set up.");
  return (db = desk.db) => placeOrder({ db, now: desk.now }, client, payment, charge);
}

test("an order that another tab has made since a request started is shared", async () => {
  const order = newOrder("USD");
  await desk.register(order);
  const goOn = await readPayment(order);
  const id = await desk.place(order);
  expect(await goOn()).toBe(id);
});

test("an order that another tab has abandoned since a request started is not resumed", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  const goOn = await readPayment(order);
  await desk.abandon(id);
  expect(await goOn()).not.toBe(id);
});

test("an order that another tab abandons while it is resumed stays abandoned, and no sweep charges it", async () => {
  const order = newOrder("USD");
  const id = await desk.agree(order);
  const goOn = await readPayment(order);
  const { db } = desk;
  await goOn({
    prepare: (sql) => db.prepare(sql),
    batch: async (statements) => {
      await desk.abandon(id);
      return db.batch(statements);
    },
  });
  for (let minutes = 0; minutes < 15; minutes += 1) {
    desk.later(1);
    await desk.sweep();
  }
  expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([{ id, status: "APPROVED" }]);
});
