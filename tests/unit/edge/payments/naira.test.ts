import { describe, expect, test } from "vitest";
import { orderLines } from "~/domain/payments/order-lines.ts";
import type { PaymentFlag, PaymentStatus } from "~/domain/payments/payment-history.ts";
import { escapeHtml } from "~/domain/text.ts";
import { PAYMENT_ADVICE } from "~/edge/payments/staff-notice-text.ts";
import type { PaystackCharge } from "~/sandbox/providers/paystack-shapes.ts";
import { newOrder, STAFF, site } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();

test("a charge of a registered order is recorded, and each member of staff is notified once", async () => {
  const order = await desk.registered();
  const answer = await desk.paystackSends(chargeEvent(order));
  expect(answer.status).toBe(200);
  const paid = { status: "paid", flag: null, paidMinor: 49_500_000 };
  expect(await desk.paymentOf(order.reference)).toMatchObject(paid);
  expect(await desk.history(order.reference)).toEqual(["registered (browser)", "charged (webhook)"]);
  const mails = await desk.mailsAbout(order);
  expect(mails.map(({ to }) => to)).toEqual(STAFF);
  for (const mail of mails) {
    expect(mail).toMatchObject({ from: site.senderEmail, subject: "Registration: paid", status: "queued" });
    expect(mail.message).toContain("Paystack says: Paid, and the amount is what the course record asks.");
    expect(mail.message).toContain("<td>4099260516</td>");
    expect(mail.message).toContain("<td>Obi</td>");
  }
  expect(desk.queued.slice(0, mails.length)).toEqual(mails.map(({ id }) => ({ type: "mail", id })));
});

test("a charge that no browser registered enrols somebody from its metadata alone", async () => {
  const order = await desk.charged();
  const enrolled = {
    status: "paid",
    course: { id: "devops-full", name: "DevOps Full" },
    customer: { email: "ada@example.com", name: "Ada Obi", phone: "+2348012345678" },
    details: { learner: order.learner, parts: order.parts, isSponsored: false },
  };
  expect(await desk.paymentOf(order.reference)).toMatchObject(enrolled);
  const mails = await desk.mailsAbout(order);
  expect(mails.map(({ to }) => to)).toEqual(STAFF);
  for (const { label, value } of orderLines(order).filter(({ name }) => !name.endsWith("_id"))) {
    expect(mails[0]?.message).toContain(`<tr><th>${label}</th><td>${value}</td></tr>`);
  }
  await desk.register(order);
  expect(await desk.paymentOf(order.reference)).toMatchObject(enrolled);
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

describe("a charge that is not what the course record asks", () => {
  test.each<[string, Partial<PaystackCharge>, PaymentStatus, PaymentFlag, string]>([
    ["one kobo short", { amount: 49_499_999 }, "paid", "slightly-short", "paid, slightly less than asked"],
    ["over one percent short", { amount: 49_004_999 }, "short-paid", "amount-mismatch", "not paid in full"],
    ["too much", { amount: 49_500_001 }, "paid", "overpaid", "paid, overpaid"],
    [
      "in dollars",
      { currency: "USD" },
      "short-paid",
      "currency-mismatch",
      "not paid in full, paid in another currency",
    ],
    ["a test", { domain: "test" }, "unpaid", "test-payment", "not paid, test payment, no money moved"],
  ])(
    "a charge that is not what the course record asks, %s, is flagged for staff",
    async (_, changes, status, flag, subject) => {
      const order = await desk.registered();
      for (const _ of [1, 2]) await desk.paystackSends(chargeEvent(order, changes));
      expect(await desk.stateOf(order)).toEqual([status, flag]);
      const mails = await desk.mailsAbout(order);
      expect(mails.map(({ to }) => to)).toEqual(STAFF);
      expect(mails[0]?.subject).toBe(`Registration: ${subject}`);
      expect(mails[0]?.message).toContain(escapeHtml(PAYMENT_ADVICE[flag]));
      expect(mails[0]?.message).toContain("<tr><th>Asked</th><td>N495,000</td></tr>");
    },
  );

  test("a charge for a course that is not offered is flagged", async () => {
    const order = newOrder();
    await desk.paystackSends(chargeEvent({ ...order, course: { ...order.course, id: "x" } }));
    const unknown = { status: "short-paid", flag: "unknown-course", expectedMinor: null };
    expect(await desk.paymentOf(order.reference)).toMatchObject(unknown);
    expect((await desk.mailsAbout(order))[0]?.message).toContain("We don&#39;t know what this paid for");
  });

  test("a charge of an order whose metadata was lost is flagged", async () => {
    const order = await desk.charged({ metadata: null });
    const unknown = { flag: "unknown-course", customer: { email: "ada@example.com", name: "Ada Obi" } };
    expect(await desk.paymentOf(order.reference)).toMatchObject(unknown);
  });
});

describe("money that goes back", () => {
  test("a full refund leaves the registration refunded, and staff are notified once", async () => {
    const order = await desk.charged();
    for (const step of ["pending", "processing", "processed", "processed"] as const) {
      await desk.paystackSends(refundEvent(`refund.${step}`, order));
    }
    expect(await desk.stateOf(order)).toEqual(["refunded", null]);
    expect(await desk.subjectsAbout(order)).toEqual(["Registration: refunded (update 2)"]);
  });

  test("a refund that is reported before its charge waits for it", async () => {
    const order = newOrder();
    expect((await desk.paystackSends(refundEvent("refund.processed", order))).status).toBe(200);
    expect(await desk.paymentOf(order.reference)).toBeNull();
    await desk.paystackSends(chargeEvent(order));
    expect(await desk.paymentOf(order.reference)).toMatchObject({ status: "refunded", paidMinor: 0 });
    expect(await desk.subjectsAbout(order)).toEqual(["Registration: refunded"]);
  });
});
