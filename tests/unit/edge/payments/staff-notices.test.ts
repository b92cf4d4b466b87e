import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import type { Database } from "~/edge/database.ts";
import type { SendMail } from "~/edge/mail/deliver-mail.ts";
import { deliverMail } from "~/edge/mail/deliver-mail.ts";
import { freshReference, newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent, paypalDisputeEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, disputeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { subjectsAbout } = desk;
const { enrolled } = enrolmentDesk(desk);
const DAY = 24 * 60;

/** Returns the notices to the first member of staff, sent or waiting, oldest first. */
const noticesToFirst = async (order: Order) =>
  (await desk.mailsAbout(order)).filter(({ to }) => to === STAFF[0]);
/** Runs events in turn, and delivers each one's mails before the next. */
const sentInTurn = async (...events: (() => Promise<unknown>)[]) => {
  for (const event of events) {
    await event();
    await desk.db.prepare("UPDATE mails SET status = 'delivered' WHERE status = 'queued'").run();
  }
};
const won = { resolution: "declined", resolvedAt: "2026-11-25T14:00:02.000Z" };
const refunded = (order: Order, refund_reference: string, amount: number) => () =>
  desk.paystackSends(refundEvent("refund.processed", order, { refund_reference, amount }));
const charged = (order: Order) => () => desk.paystackSends(chargeEvent(order));

test("each part refund is reported under a number of its own, and each once", async () => {
  const order = newOrder();
  const [first, second] = [refunded(order, "1", 100), refunded(order, "2", 100)];
  await sentInTurn(charged(order), first, first, second, first, second);
  expect(await subjectsAbout(order)).toEqual([
    "Registration: paid",
    "Registration: not paid in full, refunded in part (update 2)",
    "Registration: not paid in full, refunded in part (update 3)",
  ]);
  const [, , last] = await noticesToFirst(order);
  expect(last?.message).toContain("<th>Refund</th><td>N1, number 2</td>");
});

test("the first payment of a plan is reported with what it is for, and in the time of Lagos", async () => {
  const order = fiveInstallments(desk.now);
  await enrolled(order);
  const [mail] = await noticesToFirst(order);
  for (const [label, value] of [
    ["For", "Registration fee and tuition, payment 1 of 6"],
    ["Tuition today", "N194,000"],
    ["Started", "Nov 21, 2026, 10:00 in Lagos"],
  ]) {
    expect(mail?.message).toContain(`<tr><th>${label}</th><td>${value}</td></tr>`);
  }
});

test("a refund that waits for the payer's bank details is reported with what to do", async () => {
  const order = newOrder();
  const waits = refundEvent("refund.needs-attention", order, { id: 5 });
  await sentInTurn(charged(order), () => desk.paystackSends(waits));
  const [, mail] = await noticesToFirst(order);
  expect(mail?.subject).toBe("Registration: paid, refund needs bank details (update 2)");
  expect(mail?.message).toContain("waiting for the payer&#39;s bank details");
});

test("a dispute that is decided anew is reported each time, and a repeated report is not", async () => {
  const order = await desk.registered("USD");
  const id = freshReference();
  const decided = (outcome_code: string, day: number) => () =>
    desk.paypalSends(
      paypalDisputeEvent("RESOLVED", order, {
        dispute_id: id,
        update_time: `2026-12-0${day}T10:00:00.000Z`,
        disputed_transactions: [{ seller_transaction_id: id }],
        dispute_outcome: { outcome_code },
      }),
    );
  await sentInTurn(
    () => desk.paypalSends(captureEvent("COMPLETED", order, { id })),
    decided("RESOLVED_BUYER_FAVOUR", 1),
    decided("RESOLVED_SELLER_FAVOUR", 2),
    decided("RESOLVED_BUYER_FAVOUR", 3),
    decided("RESOLVED_BUYER_FAVOUR", 4),
    decided("RESOLVED_SELLER_FAVOUR", 2),
    decided("RESOLVED_SELLER_FAVOUR", 5),
  );
  expect(await subjectsAbout(order)).toEqual([
    "Registration: paid",
    "Registration: refunded (update 2)",
    "Registration: paid, dispute won (update 3)",
    "Registration: refunded (update 4)",
    "Registration: paid, dispute won (update 5)",
  ]);
});

test("a repeated report is not mailed again, even after the first mails were deleted", async () => {
  const order = newOrder();
  await sentInTurn(charged(order), () => desk.paystackSends(disputeEvent("charge.dispute.create", order)));
  await desk.sweepAfter(100 * DAY);
  expect(await desk.mailsAbout(order)).toEqual([]);
  await desk.paystackSends(chargeEvent(order));
  await desk.paystackSends(disputeEvent("charge.dispute.remind", order));
  expect(await desk.mailsAbout(order)).toEqual([]);
  await desk.paystackSends(disputeEvent("charge.dispute.resolve", order, won));
  expect(await subjectsAbout(order)).toEqual(["Registration: paid, dispute won (update 3)"]);
});

test("an unsent mail is withdrawn for a newer one, which says that it replaces earlier ones", async () => {
  const order = await desk.charged();
  desk.later(30);
  await refunded(order, "1", order.charge.minor)();
  expect(await desk.mailsAbout(order)).toHaveLength(4);
  const [mail] = await noticesToFirst(order);
  expect(mail?.subject).toBe("Registration: refunded (update 2)");
  expect(mail?.message).toMatch(
    /^<p>Update 2 on this registration, Nov 21, 2026, 10:30 in Lagos\. It replaces our earlier emails\.<\/p>/,
  );
});

test.each<[string, SendMail, string[]]>([
  ["is taken", async () => undefined, ["Registration: paid"]],
  ["fails", () => Promise.reject(new Error("RCPT TO 451: later")), []],
])(
  "a mail that is being delivered when a newer one is written is not tried again, whether it %s",
  async (_, answer, arrived) => {
    const order = await desk.charged();
    const [waiting] = await noticesToFirst(order);
    const sent: string[] = [];
    const send: SendMail = async (mail) => {
      await refunded(order, "1", order.charge.minor)();
      await answer(mail);
      sent.push(mail.subject);
    };
    await deliverMail(waiting?.id ?? 0, { db: desk.db, send, now: () => desk.now });
    expect(sent).toEqual(arrived);
    await desk.sweepAfter(60);
    const [first, second, ...laterNotices] = await noticesToFirst(order);
    expect(first).toMatchObject({ subject: "Registration: paid", status: "delivered" });
    expect(first?.deliveredAt === null).toBe(arrived.length === 0);
    expect(second).toMatchObject({ subject: "Registration: refunded (update 2)", status: "queued" });
    expect(laterNotices).toEqual([]);
    expect(await desk.db.prepare("SELECT 1 FROM failed_mails").first()).toBeNull();
  },
);

test("staff are notified once even if the database's answer is lost", async () => {
  const order = await desk.registered();
  const forgetful: Database = {
    prepare: (sql) => desk.db.prepare(sql),
    batch: async (statements) => {
      await desk.db.batch(statements);
      throw new Error("D1_ERROR: Network connection lost.");
    },
  };
  for (const db of [forgetful, forgetful, desk.db]) await desk.paystackSends(chargeEvent(order), { db });
  expect(await subjectsAbout(order)).toEqual(["Registration: paid"]);
});

test("of reports that arrive at once the newest state is reported last", async () => {
  const order = await desk.registered();
  await Promise.all([
    desk.paystackSends(chargeEvent(order)),
    refunded(order, "1", 100)(),
    refunded(order, "2", order.charge.minor - 100)(),
    desk.paystackSends(chargeEvent(order)),
  ]);
  const row = await desk.db
    .prepare("SELECT COUNT(*) AS count, MAX(number) AS latest FROM staff_notices WHERE reference = ?")
    .bind(order.reference)
    .first<{ count: number; latest: number }>();
  expect(row?.count).toBe(row?.latest);
  const notices = await noticesToFirst(order);
  expect(notices.at(-1)?.subject).toMatch(/^Registration: refunded( \(update \d\))?$/);
  expect(notices).toHaveLength(1);
});
