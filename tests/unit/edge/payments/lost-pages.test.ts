/** Payers who agreed at PayPal and then lost the page. They are charged soon after, or never. */
import { describe, expect, test, vi } from "vitest";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { PAYPAL_PAYER, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();
const { outcomeOf, stateOf } = desk;
const ordersOf = ({ reference }: Order) => desk.paypal.ordersOf(reference);

describe("a payer who agreed to an order that the browser made, and then lost the page", () => {
  /** Approves an order that the browser made, as it does when the edge may store no more orders that day. */
  async function agreeInBrowser() {
    const order = newOrder("USD");
    const id = await desk.accounts().paypal.client.createOrder(paypalPurchase(order), order.reference);
    await desk.paypal.approve(id);
    await desk.paypalSends(approvedEvent(order, id, desk.now));
    return { order, id };
  }

  test("is not charged, and staff are notified of the payer after a quarter of an hour", async () => {
    const { order } = await agreeInBrowser();
    await desk.sweepFor(10);
    expect(await desk.mailsAbout(order)).toEqual([]);
    await desk.sweepFor(10);
    expect(await ordersOf(order)).toMatchObject([{ status: "APPROVED" }]);
    expect(await stateOf(order)).toEqual(["unpaid", "approved-not-charged"]);
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.message).toContain("grace@paypal.example");
  });

  test("is charged by a page that is still open, and staff are notified", async () => {
    const { order, id } = await agreeInBrowser();
    await desk.accounts().paypal.client.captureOrder(id, "browser");
    await desk.sweepFor(20);
    // The edge has no stored order, so it knows neither the course nor its price.
    expect(await stateOf(order)).toEqual(["short-paid", "unknown-course"]);
  });

  test("is reported to staff even if PayPal has deleted the order by then", async () => {
    const { order } = await agreeInBrowser();
    await desk.sweepAfter(4 * 60);
    expect(await stateOf(order)).toEqual(["unpaid", "approved-not-charged"]);
  });
});

describe("a payer who agreed and then lost the page", () => {
  test("is charged by the next sweep, a minute later and not sooner", async () => {
    const { order } = await desk.agreedAndLost();
    expect(await desk.history(order.reference)).toContain("approved (webhook)");
    await desk.sweep();
    expect(await stateOf(order)).toEqual(["unpaid", null]);
    await desk.sweepAfter(1);
    expect(await desk.paymentOf(order.reference)).toMatchObject({ status: "paid", payer: PAYPAL_PAYER });
    expect(await desk.mailsAbout(order)).toHaveLength(STAFF.length);
  });

  test("is charged once when the page comes back at the same time", async () => {
    const { order, id } = await desk.agreedAndLost();
    desk.later(1);
    const [answer] = await Promise.all([outcomeOf(id), desk.sweep()]);
    expect(answer).toMatchObject({ status: "paid" });
    expect(await desk.paymentOf(order.reference)).toMatchObject({ paidMinor: 120_900, flag: null });
    expect(await desk.mailsAbout(order)).toHaveLength(STAFF.length);
  });

  test.each([
    ["the sweep's charge", (_: string) => desk.sweepAfter(2), "approved-not-charged"],
    ["the charge of a page that is lost then", (id: string) => desk.capture(id), null],
  ])("is not charged again if the bank declines %s, and staff are notified", async (_, decline, flag) => {
    const { order, id } = await desk.agreedAndLost("declined");
    await decline(id);
    expect(await stateOf(order)).toEqual(["unpaid", flag]);
    await desk.paypal.captureAs(id, "completed");
    await desk.sweepFor(20);
    expect(await stateOf(order)).toEqual(["unpaid", "approved-not-charged"]);
  });
});

test("a PayPal order that the page abandons while PayPal is asked about it is not charged", async () => {
  const { order, id } = await desk.agreedAndLost();
  const providers = desk.accounts();
  const { getOrder } = providers.paypal.client;
  vi.spyOn(providers.paypal.client, "getOrder").mockImplementation(async (orderId) => {
    await desk.abandon(orderId);
    return getOrder(orderId);
  });
  await desk.sweepAfter(2, { providers });
  expect(await ordersOf(order)).toMatchObject([{ id, status: "APPROVED" }]);
});

test("an abandoned PayPal order is not charged, whatever is tried after it", async () => {
  const { order, id } = await desk.agreedAndLost();
  expect((await desk.abandon(id)).status).toBe(200);
  await desk.sweepAfter(1);
  expect(await stateOf(order)).toEqual(["unpaid", null]);
  const next = await desk.place(order);
  expect(next).not.toBe(id);
  // The checkout does not load, so nobody agrees to the order.
  await desk.sweepFor(30);
  expect(await stateOf(order)).toEqual(["unpaid", null]);
  await desk.paypal.approve(next);
  expect(await outcomeOf(next)).toMatchObject({ status: "paid" });
});

test("if an abandoned PayPal order is paid after all, the order that replaced it is not charged", async () => {
  const { order, id } = await desk.agreedAndLost();
  await desk.abandon(id);
  const next = await desk.agree(order);
  expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  expect(await outcomeOf(next)).toMatchObject({ status: "failed" });
  expect(await outcomeOf(id), "asked again").toMatchObject({ status: "paid" });
  expect(await ordersOf(order)).toMatchObject([
    { id, status: "COMPLETED" },
    { id: next, status: "APPROVED" },
  ]);
});

test("of two PayPal orders of a payment that are captured at once, one is charged", async () => {
  const { order, id } = await desk.agreed();
  await desk.abandon(id);
  const next = await desk.agree(order);
  const outcomes = await Promise.all([id, next].map(outcomeOf));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["failed", "paid"]);
});

test.each([
  ["abandoned", async () => undefined],
  ["replaced", async (order: Order) => void (await desk.place(order))],
])("a lost capture of a PayPal order that another tab has %s is found by a sweep", async (_, after) => {
  const { order, id } = await desk.agreedAndLost("lost");
  await desk.abandon(id);
  await after(order);
  const providers = desk.accounts();
  vi.spyOn(providers.paypal.client, "getOrder").mockRejectedValue(new Error("No answer."));
  expect(await (await desk.capture(id, { providers })).json()).toEqual({ status: "unconfirmed" });
  await desk.sweepAfter(1);
  expect(await stateOf(order)).toEqual(["paid", null]);
});
