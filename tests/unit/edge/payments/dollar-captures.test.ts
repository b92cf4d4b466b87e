import { describe, expect, test, vi } from "vitest";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { EDGE_ORIGIN, NO_LIMITS } from "../../../fixtures/edge.ts";
import { freshReference, newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const outcomeOf = async (id: string) => (await desk.capture(id)).json();
const { sweep } = desk;
const captureIdOf = (id: string) => `CAP${id.slice(0, 14)}`;
const PAYER = { name: "Sandbox Payer", email: "payer@paypal.example" };

describe("taking the money", () => {
  test("a capture of an approved PayPal order is recorded, and reported to the visitor and to staff", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    expect(await outcomeOf(id)).toEqual({
      status: "paid",
      payment: { id: captureIdOf(id), payer: PAYER },
    });
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "paid",
      flag: null,
      paidMinor: 120_900,
      payer: PAYER,
    });
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.message).toContain("PayPal says: Paid");
    expect(mails[0]?.message).toContain("<td>Sandbox Payer, payer@paypal.example</td>");
  });

  test("capturing a PayPal order twice takes the money once, with the same answer", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    expect(await outcomeOf(id)).toEqual(await outcomeOf(id));
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a capture whose answer is lost is read from the PayPal order", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "lost");
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test.each([
    ["declined", "declined"],
    ["refused", "failed"],
  ] as const)("a capture that is %s by the bank charges nothing: %s", async (mode, status) => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, mode);
    const message = "Your bank or card didn't allow this payment.";
    expect(await outcomeOf(id)).toEqual({ status, message });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    expect(await desk.mailsAbout(order)).toEqual([]);
  });

  test("a payer whose bank declined is charged when another card is tried, and each refusal is recorded", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "declined");
    for (const _ of [1, 2]) expect(await outcomeOf(id)).toMatchObject({ status: "declined" });
    await desk.paypal.captureAs(id, "completed");
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(
      (await desk.history(order.reference)).filter((event) => event === "declined (capture)"),
    ).toHaveLength(2);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
  });

  test("a capture is tried under the same request id until the bank refuses it, then under the next", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    const providers = desk.accounts();
    const captureOrder = vi.spyOn(providers.paypal.client, "captureOrder");
    for (const mode of ["trouble", "declined", "trouble", "lost"] as const) {
      await desk.paypal.captureAs(id, mode);
      await desk.capture(id, { providers });
    }
    const tries = [1, 1, 2, 2].map((attempt) => [id, `${id}-capture-${attempt}`]);
    expect(captureOrder.mock.calls).toEqual(tries);
  });

  test("a second order of the same payment is charged although PayPal still knows the answer to the first one's capture", async () => {
    const order = newOrder("USD");
    const first = await desk.agree(order);
    await desk.paypal.captureAs(first, "pending");
    expect(await outcomeOf(first)).toEqual({ status: "unconfirmed" });
    await desk.paypalSends(captureEvent("DENIED", order, { id: captureIdOf(first) }));
    desk.later(3 * 60);
    const second = await desk.agree(order);
    expect(second).not.toBe(first);
    expect(await outcomeOf(second)).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test("a capture that the payer has not approved charges nothing", async () => {
    const order = newOrder("USD");
    expect(await outcomeOf(await desk.place(order))).toMatchObject({ status: "failed" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
  });

  test.each([
    ["pending", "unpaid", "payment-pending"],
    ["short", "short-paid", "amount-mismatch"],
  ] as const)("a capture that is %s is unconfirmed, never paid", async (mode, status, flag) => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, mode);
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    expect(await desk.registration(order.reference)).toMatchObject({ status, flag });
  });

  test("a capture while PayPal is in trouble is unconfirmed, and is tried again a minute later", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "trouble");
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    await desk.paypal.captureAs(id, "completed");
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test("a visitor who has PayPal orders captured or abandoned without end is asked to wait, and PayPal is not asked", async () => {
    const providers = desk.providers();
    const id = await desk.place(newOrder("USD"));
    const limits = { ...NO_LIMITS, ordersOfVisitor: { limit: async () => ({ success: false }) } };
    const captureOrder = vi.spyOn(providers.paypal?.client ?? Object(), "captureOrder");
    for (const answer of [
      await desk.capture(id, { providers, limits }),
      await desk.abandon(id, { limits }),
    ]) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    }
    expect(captureOrder).not.toHaveBeenCalled();
  });

  test("the browser asks for a capture again when it could not be recorded", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    expect((await desk.capture(id, { db: openDatabase({ migrated: false }) })).status).toBe(503);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  });

  test.each(["5O190127TN364715T", "../../v1/oauth2/token", ""])(
    "a capture of an order that was not made here (%j) is refused",
    async (id) => {
      expect((await desk.capture(id)).status).toBe(404);
    },
  );
});

test("a PayPal order whose charge was held back and then refused is not paid again: the next try makes another", async () => {
  const order = newOrder("USD");
  const id = await desk.agree(order);
  await desk.paypal.captureAs(id, "pending");
  await desk.capture(id);
  await desk.paypalSends(captureEvent("DENIED", order, { id: captureIdOf(id) }));
  expect(await desk.place(order)).not.toBe(id);
});

test("a PayPal order that was agreed to is not charged once another of its payment was paid and given back", async () => {
  const order = newOrder("USD");
  const id = await desk.agree(order);
  await desk.abandon(id);
  const next = await desk.agree(order);
  await desk.capture(next);
  await desk.paypalSends(refundedEvent("REFUNDED", order));
  expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded" });
  expect(await outcomeOf(id)).toMatchObject({ status: "failed" });
  expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([{ status: "APPROVED" }, { id: next }]);
});

describe("a payment that PayPal refuses after all", () => {
  const denied = (order: Order, id: string) => captureEvent("DENIED", order, { id: captureIdOf(id) });
  const statusOf = async ({ reference }: Order) =>
    (await desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`))).json();

  test("is reported to staff and to the page, also where no report came that it was held back", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "refused");
    // The answer to the capture is lost, and what PayPal said of it before.
    await desk.providers().paypal?.client.captureOrder(id, `${id}-capture-1`);
    await desk.paypalSends(denied(order, id));
    expect(await desk.registration(order.reference)).toMatchObject({ flag: "payment-denied" });
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ subject }) => subject)).toEqual(
      STAFF.map(() => "Registration: not paid, refused after approval"),
    );
    expect(mails[0]?.message).toContain("Nothing was charged");
    expect(await statusOf(order)).toEqual({ status: "unpaid" });
  });

  test("is reported to staff also where its order was never stored", async () => {
    const order = newOrder("USD");
    await desk.paypalSends(denied(order, freshReference()));
    expect(await desk.mailsAbout(order)).toHaveLength(STAFF.length);
    expect(await statusOf(order)).toEqual({ status: "unpaid" });
  });

  test("is not reported to staff where the page has said so at once", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "refused");
    expect(await outcomeOf(id)).toMatchObject({ status: "failed" });
    await desk.abandon(id);
    await desk.paypalSends(denied(order, id));
    await desk.sweepFor(30);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    expect(await desk.mailsAbout(order)).toEqual([]);
  });

  test("is reported to staff where the answer that said so never reached the page", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "failed");
    await desk.capture(id);
    await desk.sweepFor(30);
    expect((await desk.mailsAbout(order)).map(({ subject }) => subject)).toEqual(
      STAFF.map(() => "Registration: not paid, approved, never charged"),
    );
    expect(await statusOf(order)).toEqual({ status: "unpaid" });
  });
});

describe("a payer who agreed to an order that the browser made, and then lost the page", () => {
  /** At the day's limits the browser makes the orders. */
  async function agreeInBrowser(order: Order): Promise<string> {
    const client = desk.providers().paypal?.client;
    const id = (await client?.createOrder(paypalPurchase(order), order.reference)) ?? "";
    await desk.paypal.approve(id);
    await desk.paypalSends(approvedEvent(order, id, desk.now));
    return id;
  }

  test("is not charged, and staff are notified of the payer after a quarter of an hour", async () => {
    const order = newOrder("USD");
    await agreeInBrowser(order);
    await desk.sweepFor(10);
    expect(await desk.mailsAbout(order)).toEqual([]);
    await desk.sweepFor(10);
    expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([{ status: "APPROVED" }]);
    expect(await desk.registration(order.reference)).toMatchObject({
      provider: "paypal",
      status: "unpaid",
      flag: "approved-not-charged",
    });
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.message).toContain("grace@paypal.example");
  });

  test("is charged by the page where that is still open, and staff are notified of that", async () => {
    const order = newOrder("USD");
    const id = await agreeInBrowser(order);
    await desk.providers().paypal?.client.captureOrder(id, "browser");
    await desk.sweepFor(20);
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "short-paid",
      flag: "unknown-course",
    });
  });

  test("is reported to staff also where PayPal could not be asked until it had forgotten the order", async () => {
    const order = newOrder("USD");
    await agreeInBrowser(order);
    desk.later(4 * 60);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ flag: "approved-not-charged" });
  });
});

describe("a payer who agreed and then lost the page", () => {
  /** PayPal reports that the payer agreed; the browser never asks for the money. */
  async function agreeAndVanish(order: Order): Promise<string> {
    const id = await desk.agree(order);
    await desk.paypalSends(approvedEvent(order, id, desk.now));
    return id;
  }

  test("a payer who agreed and then lost the page is charged by the next sweep, a minute later and not sooner", async () => {
    const order = newOrder("USD");
    await agreeAndVanish(order);
    expect(await desk.history(order.reference)).toContain("approved (webhook)");
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", payer: PAYER });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a payer who agreed and then lost the page is charged once when the page comes back at the same time", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    desk.later(1);
    const [answer] = await Promise.all([desk.capture(id), sweep()]);
    expect(await answer.json()).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 120_900, flag: null });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a payer who agreed and then lost the page is not charged any more after a quarter of an hour, and staff are notified", async () => {
    const order = newOrder("USD");
    await agreeAndVanish(order);
    desk.later(16);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "unpaid",
      flag: "approved-not-charged",
    });
    const [paypalOrder] = await desk.paypal.ordersOf(order.reference);
    expect(paypalOrder?.status).toBe("APPROVED");
    const mails = await desk.mailsAbout(order);
    expect(mails).toHaveLength(4);
    expect(mails[0]?.subject).toBe("Registration: not paid, approved, never charged");
  });

  test("a payer who was charged without an answer to anybody is found by the sweep", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.providers().paypal?.client.captureOrder(id, `${id}-capture-1`);
    desk.later(15);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.history(order.reference)).toContain("charged (verification)");
  });

  test("a payer who agreed and then lost the page, and whose bank declines, is not charged again, and staff are notified", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    await desk.paypal.captureAs(id, "declined");
    desk.later(2);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ flag: "approved-not-charged" });
    await desk.paypal.captureAs(id, "completed");
    desk.later(5);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
  });

  test("a payer whose page said that the bank declined, and died, is not charged by a sweep, and staff are notified", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    await desk.paypal.captureAs(id, "declined");
    await desk.capture(id);
    await desk.paypal.captureAs(id, "completed");
    for (let minutes = 0; minutes < 20; minutes += 5) {
      desk.later(5);
      await sweep();
    }
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "unpaid",
      flag: "approved-not-charged",
    });
  });

  test("a PayPal order that the page abandons while PayPal is asked about it is not charged", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    const providers = desk.accounts();
    const { client } = providers.paypal;
    const getOrder = async (orderId: string) => {
      await desk.abandon(orderId);
      return client.getOrder(orderId);
    };
    const abandoning = { ...providers, paypal: { ...providers.paypal, client: { ...client, getOrder } } };
    desk.later(2);
    await sweep({ providers: abandoning });
    expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([{ id, status: "APPROVED" }]);
  });

  test("a PayPal order that the page has abandoned is not charged, whatever is tried after it", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    expect((await desk.abandon(id)).status).toBe(200);
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    const next = await desk.place(order);
    expect(next).not.toBe(id);
    // Its checkout does not load: nobody agrees to it.
    for (let minutes = 0; minutes < 30; minutes += 5) {
      desk.later(5);
      await sweep();
    }
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    await desk.paypal.approve(next);
    expect(await outcomeOf(next)).toMatchObject({ status: "paid" });
  });

  test("of a PayPal order that was abandoned in one tab and the next one, only the one that is paid first is charged", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    await desk.abandon(id);
    const next = await desk.place(order);
    await desk.paypal.approve(next);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await outcomeOf(next)).toMatchObject({ status: "failed" });
    expect(await outcomeOf(id), "asked again").toMatchObject({ status: "paid" });
    expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([
      { id, status: "COMPLETED" },
      { id: next, status: "APPROVED" },
    ]);
  });

  test("of two PayPal orders of a payment that are captured at once, one is charged, and the other's page says so", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.abandon(id);
    const next = await desk.agree(order);
    const outcomes = await Promise.all([id, next].map(outcomeOf));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["failed", "paid"]);
  });

  test.each([
    ["abandoned", async () => undefined],
    ["replaced", async (order: Order) => void (await desk.place(order))],
  ])(
    "a capture without an answer of a PayPal order that another tab has %s is found by a sweep",
    async (_, after) => {
      const order = newOrder("USD");
      const id = await agreeAndVanish(order);
      await desk.abandon(id);
      await after(order);
      await desk.paypal.captureAs(id, "lost");
      const providers = desk.providers();
      vi.spyOn(providers.paypal?.client ?? Object(), "getOrder").mockRejectedValue(new Error("No answer."));
      expect(await (await desk.capture(id, { providers })).json()).toEqual({ status: "unconfirmed" });
      desk.later(1);
      await sweep();
      expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    },
  );

  test("the sweep leaves a PayPal order alone while the payer has not approved it", async () => {
    const order = newOrder("USD");
    await desk.place(order);
    desk.later(60);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
  });
});
