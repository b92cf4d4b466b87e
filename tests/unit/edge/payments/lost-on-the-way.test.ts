/** What the fault campaign found: each test loses one thing that the campaign lost, and no payment may be forgotten. */
import { expect, test } from "vitest";
import type { Database } from "~/edge/database.ts";
import { recordUnverified } from "~/edge/payments/record-unverified-payment.ts";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf, chargeSuccess } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();

/** The desk's database, which stores no mail: it is busy just when staff are to be notified. */
function takingNoMails(): Database {
  const refuse = () => Promise.reject(new Error("D1_ERROR: overloaded"));
  const busy = { bind: () => busy, run: refuse, all: refuse, first: refuse };
  return {
    prepare: (sql) => (sql.includes("INSERT INTO mails") ? busy : desk.db.prepare(sql)),
    batch: (statements) => desk.db.batch(statements),
  };
}

test("staff who could not be notified that a payment was recorded are notified by the next try of the job", async () => {
  const order = newOrder();
  await desk.register(order);
  await desk.paystackKnows(order.reference, chargeOf(order));
  expect(await desk.verify(order.reference, { db: takingNoMails() })).toEqual({ retryInSeconds: 30 });
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  expect(await desk.verify(order.reference)).toBe("done");
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("staff who could not be notified during a sweep are notified by a later one", async () => {
  const order = newOrder();
  await desk.register(order);
  await desk.paystackKnows(order.reference, chargeOf(order));
  desk.later(15);
  await desk.sweep({ db: takingNoMails() });
  expect(await desk.mailsAbout(order)).toEqual([]);
  desk.later(10);
  await desk.sweep();
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("a registration whose end is known is looked at once more, and not again", async () => {
  const order = newOrder();
  await desk.register(order);
  await desk.paystackSends(chargeSuccess(chargeOf(order)));
  desk.later(15);
  await desk.sweep();
  const row = await desk.db
    .prepare("SELECT next_check_at AS next FROM payments WHERE reference = ?")
    .bind(order.reference)
    .first();
  expect(row).toEqual({ next: null });
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("a payment that only the browser's mail reports is found by a sweep", async () => {
  const order = newOrder();
  await recordUnverified(desk.db, order.reference, desk.now, "203.0.113.7");
  await desk.paystackKnows(order.reference, chargeOf(order));
  desk.later(15);
  await desk.sweep();
  expect(await desk.registration(order.reference)).toMatchObject({
    status: "paid",
    course: { id: "devops-full" },
    customer: { name: "Ada Obi" },
  });
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("what a browser says of a payment changes nothing of what is known of it", async () => {
  const order = newOrder();
  await desk.register(order);
  const before = await desk.registration(order.reference);
  await recordUnverified(desk.db, order.reference, desk.now, "203.0.113.7");
  expect(await desk.registration(order.reference)).toEqual(before);
});

test("a claim without a payment stays unpaid, sends no mail, and is forgotten after a month", async () => {
  const reference = freshReference("tuition");
  await recordUnverified(desk.db, reference, desk.now, "203.0.113.7");
  expect(await desk.registration(reference)).toMatchObject({ status: "unpaid", purpose: "tuition" });
  for (const minutes of [15, 45, 31 * 24 * 60]) {
    desk.later(minutes);
    await desk.sweep();
  }
  expect(await desk.registration(reference)).toBeNull();
});
