/** Which payments a sweep asks about, in which order, and when: a payer who agreed is charged in time or not at all. */
import { expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { recordUnverified } from "~/edge/payments/record-unverified-payment.ts";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();

/** The providers as they are set up, and what is asked of them. */
function watched() {
  const providers = desk.providers();
  if (!providers.paystack || !providers.paypal) throw new Error("Both accounts are set up.");
  return {
    providers,
    verify: vi.spyOn(providers.paystack.client, "verify"),
    getOrder: vi.spyOn(providers.paypal.client, "getOrder"),
  };
}

/** PayPal reports that the payer agreed; the browser never asks for the money. */
async function agreeAndVanish(order: Order): Promise<string> {
  const id = await desk.agree(order);
  await desk.paypalSends(approvedEvent(order, id, desk.now));
  return id;
}

test("an approval whose webhook was lost with its page is charged within a quarter of an hour", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  desk.later(3);
  await desk.paypal.approve(id);
  await desk.sweepFor(10);
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
});

test("an approval that comes later than the checks after its order is charged by when PayPal dates it", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  desk.later(55);
  await desk.paypal.approve(id);
  await desk.sweepFor(5);
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
});

test("an approval that is first seen when its quarter of an hour is over is not charged, and staff are notified", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  desk.later(20);
  await desk.paypal.approve(id);
  desk.later(40);
  await desk.sweep();
  expect(await desk.registration(order.reference)).toMatchObject({ flag: "approved-not-charged" });
});

test("an order at PayPal is asked about 2, 5, 10, 15 and 60 minutes after it was made, resumed as well", async () => {
  const order = newOrder("USD");
  const { providers, getOrder } = watched();
  const asked: number[] = [];
  getOrder.mockImplementation(async (id) => {
    asked.push(minute);
    return { id, status: "CREATED", purchase_units: [] };
  });
  let minute = 0;
  await desk.place(order);
  for (; minute < 75; minute += 1) {
    await desk.sweep({ providers });
    if (minute === 20) await desk.place(order);
    desk.later(1);
  }
  expect(asked).toEqual([2, 5, 10, 15, 22, 25, 30, 35, 60]);
});

test("an order that PayPal has forgotten is not asked about every ten minutes", async () => {
  const order = newOrder("USD");
  await desk.place(order);
  const providers = desk.accounts();
  const { client } = providers.paypal;
  const getOrder = vi.fn(() => client.getOrder("GONE"));
  const gone = { ...providers, paypal: { ...providers.paypal, client: { ...client, getOrder } } };
  for (let sweeps = 0; sweeps < 12; sweeps += 1) {
    desk.later(5);
    await desk.sweep({ providers: gone });
  }
  expect(getOrder).toHaveBeenCalledTimes(4);
});

test("an approval that comes while its order is being asked about is looked at again a minute later", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  const { providers, getOrder } = watched();
  getOrder.mockImplementationOnce(async () => {
    const seen = { id, status: "CREATED", purchase_units: [] };
    await desk.paypal.approve(id);
    await desk.paypalSends(approvedEvent(order, id, desk.now));
    return seen;
  });
  desk.later(15);
  await desk.sweep({ providers });
  desk.later(1);
  await desk.sweep();
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
});

test("PayPal out of reach at one check of an order does not delay the next", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  desk.later(2);
  await desk.sweep({ providers: desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" }) });
  await desk.paypal.approve(id);
  desk.later(3);
  await desk.sweep();
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
});

test("checks beyond a sweep's limit of statements are handed to the queue, and are due again should the job be lost", async () => {
  const orders = [newOrder(), newOrder()];
  for (const order of orders) await desk.register(order);
  desk.later(15);
  desk.queued.length = 0;
  const sweepLimits = { checks: 100, statements: 1 };
  await desk.sweep({ sweepLimits });
  const handedOver = orders.map(({ reference }) => ({ type: "verify", reference }));
  expect(desk.queued).toEqual(handedOver);
  await desk.sweep({ sweepLimits });
  expect(desk.queued).toEqual(handedOver);
  desk.later(5);
  await desk.sweep({ sweepLimits });
  expect(desk.queued).toEqual([...handedOver, ...handedOver]);
});

test("a sweep starts no check after four minutes", async () => {
  for (const order of [newOrder(), newOrder(), newOrder()]) await desk.register(order);
  desk.later(15);
  const { providers, verify } = watched();
  verify.mockImplementation(async () => {
    desk.later(4);
    return null;
  });
  for (const asked of [1, 2, 3]) {
    await desk.sweep({ providers });
    expect(verify).toHaveBeenCalledTimes(asked);
  }
});

test("payments that only browsers claim are asked about after all that a provider has reported", async () => {
  for (let claims = 0; claims < 60; claims += 1) {
    await recordUnverified(desk.db, freshReference(), desk.now, "203.0.113.7");
  }
  desk.later(14);
  const order = newOrder("USD");
  await agreeAndVanish(order);
  desk.later(2);
  const { providers, verify } = watched();
  verify.mockResolvedValue(null);
  await desk.sweep({ providers, sweepLimits: { checks: 1, statements: 1000 } });
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  expect(verify).not.toHaveBeenCalled();
  await desk.sweep({ providers });
  expect(verify).toHaveBeenCalledTimes(60);
});
