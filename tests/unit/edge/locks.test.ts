/** Two requests that write at once. The one that has read less is not stored, not even in part. */
import { expect, test } from "vitest";
import { joiningPayment } from "~/edge/enrolments/enrolment-payments.ts";
import {
  failIfChanged,
  findEnrolment,
  saveLearner,
  savingStatus,
} from "~/edge/enrolments/enrolment-store.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { findPayment, saveStatus } from "~/edge/payments/payment-store.ts";
import { addingNotice, findNotices } from "~/edge/payments/send-staff-notice.ts";
import { newOrder } from "../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { start, charge } = enrolmentDesk(desk);

test("a state that was derived before another write is not saved", async () => {
  const { id } = await start(fiveInstallments(desk.now));
  const read = (await findEnrolment(desk.db, id)) ?? expect.fail();
  await failIfChanged(desk.db, read).run();
  const stale = { state: "complete", flags: [] } as const;
  const saving = savingStatus(desk.db, read, stale, { currency: "NGN", now: desk.now });
  await expect(saving.run()).rejects.toThrow();
  expect(await findEnrolment(desk.db, id)).toMatchObject({ state: "started", version: read.version + 1 });
});

test("details that were typed before another write are not saved, nor their batch", async () => {
  const { id } = await start(fiveInstallments(desk.now));
  const read = (await findEnrolment(desk.db, id)) ?? expect.fail();
  await failIfChanged(desk.db, read).run();
  await expect(failIfChanged(desk.db, read).run()).rejects.toThrow();
  const change = {
    learner: { ...read.learner, state: "Kano" },
    hasStoppedReminders: true,
    furtherStatements: [],
  };
  expect(await saveLearner(desk.db, read, change, desk.now)).toBe(false);
  expect(await findEnrolment(desk.db, id)).toEqual({ ...read, version: read.version + 1 });
});

test("a payment that was chosen before another was joined is not joined", async () => {
  const order = fiveInstallments(desk.now);
  const { id } = await start(order);
  const late = fiveInstallments(desk.now);
  await desk.register(late);
  const choice = { id, reference: late.reference, pays: [2], isSponsored: false };
  const join = (existingReferences: readonly string[]) =>
    joiningPayment(desk.db, { ...choice, existingReferences }).run();
  expect((await join([])).meta.changes).toBe(0);
  expect((await findPayment(desk.db, late.reference))?.enrolmentId).toBeNull();
  expect((await join([order.reference])).meta.changes).toBe(1);
});

test("a payment's status that was derived before its history grew is not saved", async () => {
  const order = newOrder();
  await desk.register(order);
  const read = (await findPayment(desk.db, order.reference)) ?? expect.fail();
  const { length } = await historyOf(desk.db, order.reference);
  await desk.paystackSends(chargeEvent(order));
  const stale = { status: "unpaid", flag: null, paidMinor: 0 } as const;
  const basis = { eventCount: length, hasEvidence: false, reportedState: null, papers: [], now: desk.now };
  expect(await saveStatus(desk.db, read, stale, basis)).toBeNull();
  expect(await findPayment(desk.db, order.reference)).toMatchObject({ status: "paid" });
});

/** Makes every insert into a table fail. */
const refuse = (table: string) =>
  desk.rows(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`);

test("an enrolment whose key could not be stored is not stored either", async () => {
  await refuse("enrolment_keys");
  await expect(start(fiveInstallments(desk.now))).rejects.toThrow();
  for (const table of ["enrolments", "charges"]) {
    expect(await desk.rows(`SELECT 1 FROM ${table}`)).toEqual([]);
  }
});

test("a notice that was written before the history grew is not stored", async () => {
  const order = fiveInstallments(desk.now);
  await start(order);
  const { reference } = order;
  const { length } = await historyOf(desk.db, reference);
  await charge(reference, order.charge.minor);
  const noticesBefore = await findNotices(desk.db, reference);
  const line = { reference, number: 9, reported: "stale", notifiedAt: desk.now.toISOString() };
  await expect(desk.db.batch([addingNotice(desk.db, line, { eventCount: length })])).rejects.toThrow();
  expect(await findNotices(desk.db, reference)).toEqual(noticesBefore);
});
