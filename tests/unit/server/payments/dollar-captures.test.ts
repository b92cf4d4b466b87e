import { describe, expect, test } from "vitest";
import type { Order } from "~/domain/enrolment/order.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const outcomeOf = async (id: string) => (await desk.capture(id)).json();
const sweep = () => sweepPayments(desk.context(), desk.providers());
const captureIdOf = (id: string) => `CAP${id.slice(0, 14)}`;
const GRACE = { name: "Grace Hopper", email: "grace@paypal.example" };

describe("taking the money", () => {
  test("of an order that the payer agreed to is recorded, told to the visitor, and told to staff", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    expect(await outcomeOf(id)).toEqual({
      status: "paid",
      payment: { id: captureIdOf(id), payer: GRACE },
    });
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "paid",
      flag: null,
      paidMinor: 120_900,
      payer: GRACE,
    });
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.message).toContain("PayPal says: Paid");
    expect(mails[0]?.message).toContain("<td>Grace Hopper, grace@paypal.example</td>");
  });

  test("twice takes it once, and tells the same", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    expect(await outcomeOf(id)).toEqual(await outcomeOf(id));
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("whose answer is lost is told from the order itself", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "lost");
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test("that the bank refuses is told as failed, and the registration stays unpaid", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "declined");
    expect(await outcomeOf(id)).toEqual({
      status: "failed",
      message: "Your bank or card did not allow this payment.",
    });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    expect(await desk.mailsAbout(order)).toEqual([]);
  });

  test("that the payer has not agreed to charges nothing", async () => {
    const order = newOrder("USD");
    expect(await outcomeOf(await desk.place(order))).toMatchObject({ status: "failed" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
  });

  test.each([
    ["pending", "unpaid", "payment-pending"],
    ["short", "short-paid", "amount-mismatch"],
  ] as const)("that is %s is told as unconfirmed, never as paid", async (mode, status, flag) => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, mode);
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    expect(await desk.registration(order.reference)).toMatchObject({ status, flag });
  });

  test("while PayPal is in trouble is unconfirmed, and is tried again a minute later", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "trouble");
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    await desk.paypal.captureAs(id, "completed");
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test("is asked for again by the browser when it could not be recorded", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    expect((await desk.capture(id, { db: openDatabase({ migrated: false }) })).status).toBe(503);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  });

  test.each(["5O190127TN364715T", "../../v1/oauth2/token", ""])(
    "of an order that was not made here (%j) is refused",
    async (id) => {
      expect((await desk.capture(id)).status).toBe(404);
    },
  );
});

describe("a payer who agreed and then lost the page", () => {
  /** PayPal tells that the payer agreed; the browser never asks for the money. */
  async function agreeAndVanish(order: Order): Promise<string> {
    const id = await desk.agree(order);
    await desk.paypalSends(approvedEvent(order, id, desk.context().now));
    return id;
  }

  test("is charged by the next sweep, a minute later and not sooner", async () => {
    const order = newOrder("USD");
    await agreeAndVanish(order);
    expect(await desk.history(order.reference)).toContain("approved (webhook)");
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", payer: GRACE });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("is charged once when the page comes back at the same time", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    desk.later(1);
    const [answer] = await Promise.all([desk.capture(id), sweep()]);
    expect(await answer.json()).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 120_900, flag: null });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("is not charged any more after a quarter of an hour, and staff are told", async () => {
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
    expect(mails[0]?.subject).toBe("Registration: unpaid, approved-not-charged");
  });

  test("and was charged without an answer to anybody is found by the sweep", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.providers().paypal?.client.captureOrder(id, `${order.reference}-capture`);
    desk.later(15);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.history(order.reference)).toContain("charged (verification)");
  });

  test("is not charged once the page has told that nothing is, until the order is taken up again", async () => {
    const order = newOrder("USD");
    const id = await agreeAndVanish(order);
    expect((await desk.abandon(id)).status).toBe(200);
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    expect(await desk.place(order)).toBe(id);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  });

  test("is left alone by the sweep while nobody has agreed to anything", async () => {
    const order = newOrder("USD");
    await desk.place(order);
    desk.later(60);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
  });
});
