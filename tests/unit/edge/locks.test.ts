/** Of two requests that write at once, the one that has read less must not have the last word; nor is half of it stored. */
import { expect, test } from "vitest";
import { findEnrolment, savingStanding, unlessWritten } from "~/edge/enrolments/enrolment-store.ts";
import { addingNotice, findNotices } from "~/edge/payments/notify-staff.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { newOrder, STAFF } from "../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { begin, charge } = enrolmentDesk(desk);

test("a state that was derived before another write is not saved", async () => {
  const { id } = await begin(fiveInstallments(desk.now));
  const read = await findEnrolment(desk.db, id);
  if (!read) throw new Error("The enrolment was begun.");
  await unlessWritten(desk.db, read).run();
  const stale = { state: "complete", flags: [] } as const;
  const saving = savingStanding(desk.db, read, stale, { currency: "NGN", now: desk.now });
  await expect(saving.run()).rejects.toThrow();
  expect(await findEnrolment(desk.db, id)).toMatchObject({ state: "begun", version: read.version + 1 });
});

test("a notice that was written before the history grew is not stored", async () => {
  const order = fiveInstallments(desk.now);
  await begin(order);
  const { reference } = order;
  const { length } = await historyOf(desk.db, reference);
  await charge(reference, order.charge.minor);
  const before = await findNotices(desk.db, reference);
  const line = { reference, number: 9, news: "stale", noticedAt: desk.now.toISOString() };
  await expect(desk.db.batch([addingNotice(desk.db, line, { eventCount: length })])).rejects.toThrow();
  expect(await findNotices(desk.db, reference)).toEqual(before);
});

test("a notice whose mails could not be stored is stored with them by the next report", async () => {
  const order = newOrder();
  await desk.register(order);
  await desk.db
    .prepare("CREATE TRIGGER full BEFORE INSERT ON mails BEGIN SELECT RAISE(ABORT, 'full'); END")
    .run();
  await desk.paystackSends(chargeEvent(order));
  expect(await findNotices(desk.db, order.reference)).toEqual([]);
  await desk.db.prepare("DROP TRIGGER full").run();
  await desk.paystackSends(chargeEvent(order));
  expect(await findNotices(desk.db, order.reference)).toHaveLength(1);
  expect(await desk.mailsAbout(order)).toHaveLength(STAFF.length);
});
