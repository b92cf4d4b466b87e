import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { type Cohort, DATE_TO_BE_ANNOUNCED, firstClassOf } from "~/domain/dates/cohort.ts";
import { cohortOptions, type DatedCohort, nextClass } from "~/domain/dates/cohort-options.ts";
import { addDays, DAY_MS, dayLabel, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, joinSql, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { writingChanges } from "~/edge/enrolments/mails/changed-mail.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { deletingPayments, isAbandoned } from "~/edge/payments/check-schedule.ts";
import { COLUMNS, type PaymentRecord, type Row, toRecord } from "~/edge/payments/payment-record.ts";
import { deleteOldRequests } from "~/edge/requests/request-store.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import { eraseUnconfirmedAddresses } from "../address-change.ts";
import { seatsLeft } from "../cohort-seats.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { failIfChanged, findEnrolment } from "../enrolment-store.ts";
import { enrolledIn, freshLink } from "../mails/enrolment-mails.ts";
import { settingCohort } from "../set-agreement.ts";
import { followPayment } from "../start-enrolment.ts";
import { settleSeats } from "../update-enrolment.ts";

const PAYMENTS_PER_SWEEP = 50;

/**
 * Gives each payment without an enrolment one, sets the announced dates of cohorts, offers the next class to
 * learners without a cohort, and deletes enrolments that were started and never paid.
 */
export async function sweepEnrolments(context: AppContext): Promise<void> {
  for (const payment of await findWithoutEnrolment(context.db)) {
    try {
      await followPayment(context, payment);
    } catch (error) {
      logError("payment-not-adopted", { reference: payment.reference, reason: reasonOf(error) });
    }
  }
  await dateCohorts(context);
  // Staff may have moved learners, and content may have changed the number of seats.
  for (const { id } of context.prices.cohorts) await settleSeats(context, id);
  await offerNextClass(context);
  await eraseUnconfirmedAddresses(context);
  await deleteOldRequests(context.db, context.now);
  await deleteStarted(context.db, oldestKept(RETENTION_DAYS.unpaidPayment, context.now));
}

async function findWithoutEnrolment(db: Database): Promise<PaymentRecord[]> {
  // The last condition is always true. It makes SQLite search the index from its beginning instead of reading
  // it all.
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM payments
    WHERE enrolment_id IS NULL AND status <> 'unpaid' AND created_at > ''
    ORDER BY created_at LIMIT ${PAYMENTS_PER_SWEEP}`;
  return results.map(toRecord);
}

/**
 * Deletes enrolments that were started and never paid, with all that belongs to them, once none of their
 * payments is recent. Only an enrolment's own age counts. If a later enrolment could delete it earlier,
 * whoever registers under another's address would learn what that person paid for.
 */
async function deleteStarted(db: Database, before: Date): Promise<void> {
  const started = sql`SELECT id FROM enrolments WHERE state = 'started' AND created_at < ${before} AND erased_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM payments WHERE enrolment_id = enrolments.id AND NOT (${isAbandoned(before)}))`;
  await db.batch([
    ...deletingPayments(db, sql`enrolment_id IN (${started})`),
    statement(db)`DELETE FROM enrolments WHERE id IN (${started})`,
  ]);
}

const ENROLMENTS_PER_SWEEP = 50;

/**
 * Updates the first day of enrolments when content announces, changes or withdraws their cohort's, and
 * notifies learners.
 */
async function dateCohorts(context: AppContext): Promise<void> {
  for (const cohort of context.prices.cohorts) {
    for (const id of await withAnotherDay(context.db, cohort)) {
      try {
        await setFirstClass(context, id, cohort.id);
      } catch (error) {
        // The enrolment is unreadable, or another request is writing it. The next sweep tries again.
        logError("enrolment-not-dated", { id, reason: reasonOf(error) });
      }
    }
  }
}

/**
 * Returns the enrolments whose cohort's first day has changed. Learners who joined after the cohort's start
 * are left to staff, who know what was agreed.
 */
async function withAnotherDay(db: Database, cohort: Cohort): Promise<string[]> {
  const day = firstClassOf(cohort);
  const current = sql`cohort = ${cohort.id} AND state NOT IN ('withdrawn', 'refunded') AND erased_at IS NULL`;
  if (day === null) {
    const dated = await rowsOf<{ id: string }>(db)`SELECT id FROM enrolments
      WHERE ${current} AND first_class > '' LIMIT ${ENROLMENTS_PER_SWEEP}`;
    return dated.map(({ id }) => id);
  }
  // SQLite can use the index for < and >, but not for <>.
  const inTime = sql`${current} AND created_at < ${lagosTime(addDays(day, 1), 0)}`;
  const results = await rowsOf<{ id: string }>(db)`
    SELECT id FROM enrolments WHERE ${inTime} AND first_class IS NULL
    UNION ALL SELECT id FROM enrolments WHERE ${inTime} AND first_class < ${day}
    UNION ALL SELECT id FROM enrolments WHERE ${inTime} AND first_class > ${day} LIMIT ${ENROLMENTS_PER_SWEEP}`;
  return results.map(({ id }) => id);
}

async function setFirstClass(context: AppContext, id: string, cohortId: string): Promise<void> {
  const enrolment = await findEnrolment(context.db, id);
  if (enrolment?.learner.cohort !== cohortId) return;
  const { after, statements } = settingCohort(context, enrolment, cohortId);
  const [before, next] = [enrolment.firstClass, after.firstClass];
  const changes = [
    {
      what: "First class",
      before: before && dayLabel(before),
      after: next ? dayLabel(next) : "to be announced",
    },
  ];
  const keyPrefix = `${id}:changed:${enrolment.version}:`;
  await context.db.batch([
    failIfChanged(context.db, enrolment),
    ...statements,
    ...(await writingChanges(context, { before: enrolment, after, changes }, { keyPrefix, byStaff: true })),
  ]);
  await enqueueLearnerMails(context, keyPrefix);
  log("enrolment-dated", { id, cohort: cohortId });
}

/** Mails each learner without a cohort once that the next class can be joined. */
async function offerNextClass(context: AppContext): Promise<void> {
  const next = nextClass(cohortOptions(context.prices.cohorts), lagosDay(context.now));
  if (!next || (await seatsLeft(context, [next.id])).get(next.id) === 0) return;
  for (const id of await withoutOffer(context, offerOf(next))) {
    try {
      await offerClass(context, id, next);
    } catch (error) {
      logError("class-not-offered", { id, reason: reasonOf(error) });
    }
  }
}

/** Returns the key of an offer of a cohort. A changed first class is a new offer. */
const offerOf = ({ id, firstClass }: DatedCohort) => `${id} ${firstClass}`;

/**
 * Returns the enrolments that have not had this offer. Learners who registered today have just seen the list
 * of cohorts.
 */
async function withoutOffer({ db, now }: AppContext, latestOffer: string): Promise<string[]> {
  const isEligible = sql`state IN ('active', 'complete') AND erased_at IS NULL
    AND created_at < ${new Date(now.getTime() - DAY_MS)}`;
  const unoffered = ["", DATE_TO_BE_ANNOUNCED.id].flatMap((noCohort) => [
    sql`SELECT id FROM enrolments WHERE cohort = ${noCohort} AND latest_offer < ${latestOffer} AND ${isEligible}`,
    sql`SELECT id FROM enrolments WHERE cohort = ${noCohort} AND latest_offer > ${latestOffer} AND ${isEligible}`,
  ]);
  const offerable = joinSql(unoffered, " UNION ALL ");
  const results = await rowsOf<{ id: string }>(db)`${offerable} LIMIT ${ENROLMENTS_PER_SWEEP}`;
  return results.map(({ id }) => id);
}

async function offerClass(context: AppContext, id: string, next: DatedCohort): Promise<void> {
  const { db } = context;
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return;
  const key = `${id}:next-class:${offerOf(next)}`;
  const { email } = enrolment.learner;
  await db.batch([
    failIfChanged(db, enrolment),
    statement(db)`UPDATE enrolments SET latest_offer = ${offerOf(next)} WHERE id = ${id}`,
    ...(isEmailAddress(email) ? await writingOffer(context, enrolment, next, key) : []),
  ]);
  await enqueueLearnerMails(context, key);
}

async function writingOffer(
  context: AppContext,
  enrolment: EnrolmentRecord,
  { firstClass, closes }: DatedCohort,
  key: string,
): Promise<Statement[]> {
  const link = await freshLink(context, enrolment.id);
  const values = {
    ...enrolledIn(context, enrolment),
    starts: firstClass,
    closes,
    enrolmentLink: link.url,
  };
  const mail = { name: "next-class", to: enrolment.learner.email, key, values } as const;
  return [link.insertStatement, storingLearnerMail(context, mail)];
}
