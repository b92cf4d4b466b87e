/** Payments that go on hours or days after they started, with the page and the webhook lost. */
import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import type { PayPalOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const DAY = 24 * 60;

const subjects = async (order: Order) => (await desk.mailsAbout(order)).map(({ subject }) => subject);

/** Lets minutes pass, with a sweep after each step. */
async function sweeps(minutes: number, step: number): Promise<void> {
  for (let time = 0; time < minutes; time += step) {
    desk.later(step);
    await desk.sweep();
  }
}

/** PayPal gives no answer to this sweep. */
async function sweepWithoutPayPal(): Promise<void> {
  const providers = desk.providers();
  const { paypal } = providers;
  if (!paypal) throw new Error("PayPal's secret is not set.");
  const getOrder: PayPalClient["getOrder"] = async () => {
    throw new ProviderError("PayPal, get order: no answer", 503);
  };
  const client: PayPalClient = { ...paypal.client, getOrder };
  await desk.sweep({ providers: { ...providers, paypal: { ...paypal, client } } });
}

test("an order approved on day 4, with the page and the webhook lost, is found as on day 0", async () => {
  const order = newOrder("USD");
  await desk.place(order);
  await sweeps(4 * DAY, 60);
  const id = await desk.place(order);
  await sweeps(10, 5);
  desk.later(2);
  await desk.paypal.approve(id);
  await sweeps(2 * DAY, 15);
  expect(await subjects(order)).not.toEqual([]);
});

test("an order approved on day 8, with PayPal out of reach once, is asked about again", async () => {
  const order = newOrder("USD");
  await desk.place(order);
  await sweeps(8 * DAY, 120);
  const id = await desk.place(order);
  desk.later(3);
  await desk.paypal.approve(id);
  await desk.paypalSends(approvedEvent(order, id, desk.now));
  desk.later(2);
  await sweepWithoutPayPal();
  await sweeps(2 * DAY, 15);
  expect(await subjects(order)).not.toEqual([]);
});

test("an order approved minutes before it is a month old is not deleted during the payment", async () => {
  const order = newOrder("USD");
  await desk.register(order);
  desk.later(30 * DAY - 2);
  const id = await desk.agree(order);
  await desk.paypalSends(approvedEvent(order, id, desk.now));
  desk.later(2.5);
  await sweepWithoutPayPal();
  await sweeps(2 * DAY, 15);
  expect(await subjects(order)).not.toEqual([]);
});

test("staff are notified again of an order that is approved a second time and not charged again", async () => {
  const order = newOrder("USD");
  const loseOne = async () => {
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "declined");
    await desk.capture(id);
    await sweeps(60, 5);
  };
  await loseOne();
  expect(await subjects(order)).toContain("Registration: not paid, approved, never charged");
  await sweeps(3 * DAY, 60);
  await loseOne();
  await sweeps(DAY, 30);
  expect(await subjects(order)).toContain("Registration: not paid, approved, never charged (update 2)");
});

test("a payment held back by PayPal and cleared on day 5 is found within a day", async () => {
  const order = newOrder("USD");
  const id = await desk.agree(order);
  await desk.paypal.captureAs(id, "pending");
  await desk.capture(id);
  await sweeps(5 * DAY, 60);
  expect(await desk.registration(order.reference)).toMatchObject({
    status: "unpaid",
    flag: "payment-pending",
  });
  await sweepsOnceCleared(25);
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
});

test.each([
  ["has abandoned it", { isAbandonedBefore: true, isReplaced: false }],
  ["has abandoned it and made another", { isAbandonedBefore: true, isReplaced: true }],
  ["abandons it later", { isAbandonedBefore: false, isReplaced: false }],
])(
  "a payment held back by PayPal and cleared is found, though another tab with its order %s",
  async (_, tab) => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "pending");
    if (tab.isAbandonedBefore) await desk.abandon(id);
    if (tab.isReplaced) await desk.place(order);
    await desk.capture(id);
    if (!tab.isAbandonedBefore) await desk.abandon(id);
    await sweepsOnceCleared(25);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  },
);

/** Lets hours pass in which PayPal has cleared what it held back, without a webhook about it. */
async function sweepsOnceCleared(hours: number): Promise<void> {
  const providers = desk.providers();
  const { paypal } = providers;
  if (!paypal) throw new Error("PayPal's secret is not set.");
  const getOrder: PayPalClient["getOrder"] = async (asked) =>
    withClearedCaptures(await paypal.client.getOrder(asked));
  const client: PayPalClient = { ...paypal.client, getOrder };
  for (let hour = 0; hour < hours; hour += 1) {
    desk.later(60);
    await desk.sweep({ providers: { ...providers, paypal: { ...paypal, client } } });
  }
}

function withClearedCaptures(order: PayPalOrder): PayPalOrder {
  return {
    ...order,
    purchase_units: order.purchase_units.map((unit) => ({
      ...unit,
      payments: {
        ...unit.payments,
        captures: unit.payments?.captures?.map((capture) => ({ ...capture, status: "COMPLETED" })),
      },
    })),
  };
}

test("an order that PayPal has forgotten after hours is made again, and its payer is charged", async () => {
  const order = newOrder("USD");
  const lapsed = await desk.place(order);
  expect(await desk.place(order), "the same while it lives").toBe(lapsed);
  await sweeps(4 * 60, 30);
  const id = await desk.place(order);
  expect(id).not.toBe(lapsed);
  expect(await desk.place(order), "two tabs share it").toBe(id);
  await desk.paypal.approve(id);
  expect((await desk.capture(id)).status).toBe(200);
});

test("a payment in naira resumed on day 8, with the page and the webhook lost, is found", async () => {
  const order = newOrder("NGN");
  const start = () => desk.ask(post("/prod/enrolments", { order, page: "/Signup" }));
  await start();
  await sweeps(8 * DAY, 120);
  expect((await start()).status).toBe(201);
  await desk.paystackKnows(order.reference, chargeOf(order));
  await sweeps(DAY, 15);
  expect(await subjects(order)).toContain("Registration: paid");
});
