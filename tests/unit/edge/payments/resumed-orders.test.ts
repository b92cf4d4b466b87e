/** Payments that are resumed hours or days after they started, with page and webhook lost. */
import { expect, test, vi } from "vitest";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import type { PayPalOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const DAY = 24 * 60;

const { subjectsAbout, sweepAfter, sweepFor } = desk;

/** Returns the providers, in which PayPal answers a request for an order like this. */
function whereOrders(answer: (getOrder: PayPalClient["getOrder"], id: string) => Promise<PayPalOrder>) {
  const providers = desk.accounts();
  const { getOrder } = providers.paypal.client;
  vi.spyOn(providers.paypal.client, "getOrder").mockImplementation((id) => answer(getOrder, id));
  return { providers };
}
const withoutAnswer = () =>
  whereOrders(() => Promise.reject(new ProviderError("PayPal, get order: no answer", 503)));

test("an order approved on day 8, with PayPal out of reach once, is asked about again", async () => {
  const order = newOrder("USD");
  await desk.place(order);
  await sweepFor(8 * DAY, { every: 12 * 60 });
  const id = await desk.place(order);
  desk.later(3);
  await desk.paypal.approve(id);
  await desk.paypalSends(approvedEvent(order, id, desk.now));
  await sweepAfter(2, withoutAnswer());
  await sweepFor(2 * DAY, { every: 2 * 60 });
  expect(await subjectsAbout(order)).not.toEqual([]);
});

test("an order approved minutes before it is a month old is not deleted during the payment", async () => {
  const order = await desk.registered("USD");
  desk.later(30 * DAY - 2);
  const id = await desk.agree(order);
  await desk.paypalSends(approvedEvent(order, id, desk.now));
  await sweepAfter(2.5, withoutAnswer());
  await sweepFor(2 * DAY, { every: 2 * 60 });
  expect(await subjectsAbout(order)).not.toEqual([]);
});

test("staff are notified again of an order that is approved a second time and not charged again", async () => {
  const order = newOrder("USD");
  const loseOne = async () => {
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "declined");
    await desk.capture(id);
    await sweepFor(60);
  };
  await loseOne();
  expect(await subjectsAbout(order)).toContain("Registration: not paid, approved, never charged");
  await sweepFor(3 * DAY, { every: 6 * 60 });
  await loseOne();
  await sweepFor(DAY, { every: 2 * 60 });
  expect(await subjectsAbout(order)).toContain("Registration: not paid, approved, never charged (update 2)");
});

test("a payment held back by PayPal and cleared on day 5 is found within a day", async () => {
  const { order, id } = await desk.agreed("pending");
  await desk.capture(id);
  await sweepFor(5 * DAY, { every: 6 * 60 });
  expect(await desk.stateOf(order)).toEqual(["unpaid", "payment-pending"]);
  await sweepFor(25 * 60, { every: 60 }, onceCleared());
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

test.each([
  ["has abandoned it", { isAbandonedBefore: true, isReplaced: false }],
  ["has abandoned it and made another", { isAbandonedBefore: true, isReplaced: true }],
  ["abandons it later", { isAbandonedBefore: false, isReplaced: false }],
])("a payment held back and cleared is found, though another tab with its order %s", async (_, tab) => {
  const { order, id } = await desk.agreed("pending");
  if (tab.isAbandonedBefore) await desk.abandon(id);
  if (tab.isReplaced) await desk.place(order);
  await desk.capture(id);
  if (!tab.isAbandonedBefore) await desk.abandon(id);
  await sweepFor(25 * 60, { every: 60 }, onceCleared());
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

/** Returns providers in which PayPal has released held-back money without a webhook. */
function onceCleared() {
  return whereOrders(async (getOrder, id) => {
    const order = await getOrder(id);
    const captures = order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
    for (const capture of captures) capture.status = "COMPLETED";
    return order;
  });
}

test("an order that PayPal has deleted after hours is made again, and its payer is charged", async () => {
  const order = newOrder("USD");
  const lapsed = await desk.place(order);
  expect(await desk.place(order), "the same while it lives").toBe(lapsed);
  await sweepFor(4 * 60, { every: 30 });
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
  await sweepFor(8 * DAY, { every: 12 * 60 });
  expect((await start()).status).toBe(201);
  await desk.paystackKnows(order.reference, chargeOf(order));
  await sweepFor(DAY, { every: 2 * 60 });
  expect(await subjectsAbout(order)).toContain("Registration: paid");
});
