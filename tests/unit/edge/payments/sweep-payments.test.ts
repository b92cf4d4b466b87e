/** The payments that a sweep checks, in order, so that an approval is charged in time or never. */
import { expect, test, vi } from "vitest";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { NO_ANSWER, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();

/** Returns the providers, and the requests to them. */
function watched() {
  const providers = desk.accounts();
  return {
    providers,
    verify: vi.spyOn(providers.paystack.client, "verify"),
    getOrder: vi.spyOn(providers.paypal.client, "getOrder"),
  };
}

test.each([
  ["whose webhook was lost with its page is charged within a quarter of an hour", 3, [5, 5], "paid", null],
  ["that comes after its order's checks is charged by PayPal's date", 55, [5], "paid", null],
  [
    "that is first seen when its quarter of an hour is over is not charged, and staff are notified",
    20,
    [40],
    "unpaid",
    "approved-not-charged",
  ],
])("an approval %s", async (_, approvedAfter, sweepsAfter, status, flag) => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  desk.later(approvedAfter);
  await desk.paypal.approve(id);
  for (const minutes of sweepsAfter) await desk.sweepAfter(minutes);
  expect(await desk.stateOf(order)).toEqual([status, flag]);
});

test("a PayPal order is asked about 2, 5, 10, 15 and 60 minutes after it was made", async () => {
  const order = newOrder("USD");
  const { providers, getOrder } = watched();
  const checkedMinutes: number[] = [];
  getOrder.mockImplementation(async (id) => {
    checkedMinutes.push(minute);
    return { id, status: "CREATED", purchase_units: [] };
  });
  let minute = 0;
  await desk.place(order);
  for (; minute < 75; minute += 1) {
    await desk.sweep({ providers });
    if (minute === 20) await desk.place(order);
    desk.later(1);
  }
  expect(checkedMinutes).toEqual([2, 5, 10, 15, 22, 25, 30, 35, 60]);
});

test("an order that PayPal has deleted is not asked about every ten minutes", async () => {
  const order = newOrder("USD");
  await desk.place(order);
  const { providers, getOrder } = watched();
  getOrder.mockImplementation(() => desk.accounts().paypal.client.getOrder("GONE"));
  await desk.sweepFor(60, { every: 5 }, { providers });
  expect(getOrder).toHaveBeenCalledTimes(4);
});

test("an approval during a lookup of its order is found by the next check", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  const { providers, getOrder } = watched();
  getOrder.mockImplementationOnce(async () => {
    const orderBeforeApproval = { id, status: "CREATED", purchase_units: [] };
    await desk.paypal.approve(id);
    await desk.paypalSends(approvedEvent(order, id, desk.now));
    return orderBeforeApproval;
  });
  await desk.sweepAfter(15, { providers });
  await desk.sweepAfter(1);
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

test("PayPal out of reach at one check of an order does not delay the next", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  await desk.sweepAfter(2, { providers: desk.providers({ PAYPAL_API_URL: NO_ANSWER }) });
  await desk.paypal.approve(id);
  await desk.sweepAfter(3);
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

test("checks beyond a sweep's limit of statements are handed to the queue", async () => {
  const orders = [await desk.registered(), await desk.registered()];
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
  for (const _ of [1, 2, 3]) await desk.registered();
  desk.later(15);
  const { providers, verify } = watched();
  verify.mockImplementation(async () => {
    desk.later(4);
    return null;
  });
  for (const checkCount of [1, 2, 3]) {
    await desk.sweep({ providers });
    expect(verify).toHaveBeenCalledTimes(checkCount);
  }
});

test("payments that only browsers report are asked about last", async () => {
  for (let claims = 0; claims < 60; claims += 1) {
    await desk.claim(freshReference());
  }
  desk.later(14);
  const { order } = await desk.agreedAndLost();
  desk.later(2);
  const { providers, verify } = watched();
  verify.mockResolvedValue(null);
  await desk.sweep({ providers, sweepLimits: { checks: 1, statements: 1000 } });
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  expect(verify).not.toHaveBeenCalled();
  await desk.sweep({ providers });
  expect(verify).toHaveBeenCalledTimes(60);
});
