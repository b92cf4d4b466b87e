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
  /** Statements that are sent to the database; a few more may be under way when these are used up. */
  readonly statements: number;
}

/** The platform keeps six connections open at once. */
const CHECKS_AT_ONCE = 6;
/** How many are read, and given their next times, together. */
const CHECKS_A_PAGE = 60;
/** The next sweep comes a minute after that. */
const STARTS_CHECKS_FOR_MS = 4 * 60_000;

/** The queue does what is left: its invocations have limits of their own. A job lost there is due again after this. */
const HANDED_OVER_FOR_MS = 4 * 60_000;

/** Paystack's list is looked through once an hour: by the sweep of its first five minutes. */
const LISTED_UNTIL_MINUTE = 5;

/**
 * A charge whose browser and whose webhook were both lost is found here; one that may not have been reported to staff is checked
 * once more. @param contextNow with the time of each check: many take minutes
 */
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

/** @param mayTake whether another one may be taken after so many @returns how many were taken */
async function runDueChecks(
  context: () => AppContext,
  mayTake: (taken: number) => boolean,
  take: (check: DueCheck) => Promise<DoneCheck>,
): Promise<number> {
  for (let count = 0; ; ) {
    const { db, now } = context();
    const done: DoneCheck[] = [];
    const due = (await findDueChecks(db, now, CHECKS_A_PAGE)).values();
    const takeNext = async () => {
      for (const check of due) {
        if (!mayTake(count)) return;
        count += 1;
        done.push(await take(check));
      }
    };
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, takeNext));
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

/** The same database, and how many statements it has been given at most. */
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

/** Sweeps that failed for no longer than this leave no orphans behind. */
const ORPHANS_SINCE_MS = 30 * DAY_MS;

/**
 * Every sweep asks, so it reads no more than what has recently become old. Those of an enrolment stay as long as it does: each can
 * still be paid. An erased one stays: its checkout, paid late, would restore the person.
 */
async function deleteUnpaid(db: Database, before: Date): Promise<void> {
  const since = new Date(before.getTime() - ORPHANS_SINCE_MS);
  await db.batch([
    ...deletingPayments(db, sql`enrolment_id IS NULL AND erased_at IS NULL AND ${isAbandoned(before)}`),
    statement(db)`DELETE FROM payment_events WHERE recorded_at >= ${since} AND recorded_at < ${before}
      AND reference NOT IN (SELECT reference FROM payments)`,
  ]);
}
