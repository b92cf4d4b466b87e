import { DAY_MS } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, sql, statement } from "~/edge/database.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import {
  type DoneCheck,
  type DueCheck,
  deletingPayments,
  findDueChecks,
  isAbandoned,
  nextCheck,
  retryCheckAt,
  scheduleChecks,
} from "~/edge/payments/check-schedule.ts";
import { deleteSenders } from "~/edge/payments/received-webhooks.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import { checkPayment } from "./check-payment.ts";
import { findMissedCharges } from "./check-paystack.ts";

export interface SweepLimits {
  readonly checks: number;
  /** The most statements that are sent to the database. A few more may be under way by then. */
  readonly statements: number;
}

/** The platform allows six open connections. */
const CHECKS_AT_ONCE = 6;
const CHECKS_A_PAGE = 60;
/** The time during which a sweep starts checks. Sweeps come every five minutes. */
const STARTS_CHECKS_FOR_MS = 4 * 60_000;

/** The time after which a check that the queue was given is due again. */
const HANDED_OVER_FOR_MS = 4 * 60_000;

/** The minute of the hour before which a sweep reads Paystack's list, so that only one sweep an hour does. */
const LISTED_UNTIL_MINUTE = 5;

/** Does the checks that are due. They may take minutes, so each gets a context with the current time. */
export async function sweepPayments(contextNow: () => AppContext, limits: SweepLimits): Promise<void> {
  const db = countStatements(contextNow().db);
  const context = () => ({ ...contextNow(), db });
  const { now, providers } = context();
  const endsAt = now.getTime() + STARTS_CHECKS_FOR_MS;
  const isWithin = (checks: number) => checks < limits.checks && context().now.getTime() < endsAt;
  const hasStatements = () => db.statements < limits.statements;
  const count = await runDueChecks(
    context,
    (checks) => isWithin(checks) && hasStatements(),
    (check) => checkOne(context(), check),
  );
  const handedOver = hasStatements()
    ? 0
    : await runDueChecks(
        context,
        (checks) => isWithin(count + checks),
        (check) => handOver(context(), check),
      );
  if (count > 0) log("payments-checked", { count, handedOver });
  if (providers.paystack && now.getUTCMinutes() < LISTED_UNTIL_MINUTE) {
    try {
      await findMissedCharges(context(), providers.paystack.client);
    } catch (error) {
      logError("payments-not-listed", { reason: reasonOf(error) });
    }
  }
  await deleteUnpaid(db, oldestKept(RETENTION_DAYS.unpaidPayment, now));
  await deleteSenders(db, oldestKept(RETENTION_DAYS.webhookSender, now));
}

/** @param mayTake whether another check may be taken after this many @returns the number of checks taken */
async function runDueChecks(
  context: () => AppContext,
  mayTake: (taken: number) => boolean,
  take: (check: DueCheck) => Promise<DoneCheck>,
): Promise<number> {
  for (let count = 0; ; ) {
    const { db, now } = context();
    const done: DoneCheck[] = [];
    const due = (await findDueChecks(db, now, CHECKS_A_PAGE)).values();
    // Six loops take checks from one iterator.
    const takeRemaining = async () => {
      for (const check of due) {
        if (!mayTake(count)) return;
        count += 1;
        done.push(await take(check));
      }
    };
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, takeRemaining));
    await scheduleChecks(db, done);
    if (done.length < CHECKS_A_PAGE) return count;
  }
}

async function checkOne(context: AppContext, { payment, dueAt, hasEvidence }: DueCheck): Promise<DoneCheck> {
  const { reference, status } = payment;
  try {
    await checkPayment(context, { reference, payment });
    return { reference, dueAt, nextAt: status === "unpaid" ? nextCheck(payment, context.now) : null };
  } catch (error) {
    logError("payment-not-checked", { reference, reason: reasonOf(error) });
    return { reference, dueAt, nextAt: retryCheckAt({ ...payment, hasEvidence }, context.now) };
  }
}

async function handOver(
  { jobs, now }: AppContext,
  { payment: { reference }, dueAt }: DueCheck,
): Promise<DoneCheck> {
  await jobs.send({ type: "verify", reference });
  return { reference, dueAt, nextAt: new Date(now.getTime() + HANDED_OVER_FOR_MS) };
}

/** Returns the same database with a count of the statements it was given. */
function countStatements(db: Database): Database & { readonly statements: number } {
  let statements = 0;
  return {
    get statements() {
      return statements;
    },
    prepare: (sql) => {
      statements += 1;
      return db.prepare(sql);
    },
    batch: (batched) => {
      statements += batched.length;
      return db.batch(batched);
    },
  };
}

/** The time before the limit in which a sweep looks for events without a payment. */
const ORPHANS_SINCE_MS = 30 * DAY_MS;

/**
 * Deletes old unpaid payments without an enrolment. Every sweep runs this, so it reads only what has recently
 * become old. Payments of an erased person stay, because a late payment would restore the person.
 */
async function deleteUnpaid(db: Database, before: Date): Promise<void> {
  const since = new Date(before.getTime() - ORPHANS_SINCE_MS);
  await db.batch([
    ...deletingPayments(db, sql`enrolment_id IS NULL AND erased_at IS NULL AND ${isAbandoned(before)}`),
    statement(db)`DELETE FROM payment_events WHERE recorded_at >= ${since} AND recorded_at < ${before}
      AND reference NOT IN (SELECT reference FROM payments)`,
  ]);
}
