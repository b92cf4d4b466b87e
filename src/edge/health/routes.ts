import { Hono } from "hono";
import type { AppContext, EdgeBindings, EdgeEnv } from "~/edge/app-context.ts";
import { type Database, rowsOf, type Sql, sql, statement } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { visitorLimit } from "~/edge/middleware/answers.ts";
import { accountKinds } from "~/edge/payments/payment-providers.ts";
import type { Portal } from "~/edge/portal/portal.ts";
import { lastCompared } from "~/edge/reconciliation/reconciliation-store.ts";

const AGAIN = { message: "Please ask again in a minute." };

/**
 * The health check for a monitor. 200: visitors are served, though `attention` may name work for staff. 503:
 * they are not served. The body is public and has neither personal data nor secrets.
 */
export function healthRoutes() {
  return new Hono<EdgeEnv>().get(
    "/prod/health",
    visitorLimit({
      key: (visitor) => `health:${visitor}`,
      answer: () => jsonResponse(429, AGAIN, { "retry-after": "60" }),
    }),
    async (c) => {
      const health = await checkHealth(c.env);
      return jsonResponse(health.status === "failing" ? 503 : 200, health);
    },
  );
}

const TIMEOUT_MS = 5_000;

/** Checks each part of the site. Never rejects; a part that does not answer in time counts as failed. */
async function checkHealth({ context, mailServerState: mail, hasQueue }: EdgeBindings) {
  const portal = context.portal.state;
  const { failure, applied, counts, booksCompared } = await checkDatabase(context);
  // With either failure nothing is stored for visitors.
  const failures = [failure, hasQueue ? null : "queue-not-bound"].filter((name) => name !== null);
  const attention = attentionOf({ mail, portal }, counts);
  const statusUnlessFailing = attention.length > 0 ? "attention" : "ok";
  return {
    status: failures.length > 0 ? "failing" : statusUnlessFailing,
    failures,
    attention,
    // The last migration that this code needs, and the last one that was applied; `null` if unknown.
    schema: { expected: MIGRATIONS.at(-1) ?? null, applied },
    mail,
    portal,
    payments: {
      ...accountKinds(context.providers),
      paypalWebhook: Boolean(context.providers.paypal?.webhookId),
    },
    counts,
    booksCompared,
  };
}

const UNKNOWN = { applied: null, counts: null, booksCompared: null };

async function checkDatabase(tools: Tools) {
  try {
    return await within(TIMEOUT_MS, readDatabaseState(tools));
  } catch (error) {
    logError("health-database-failed", { reason: reasonOf(error) });
    return { ...UNKNOWN, failure: "database-unreachable" };
  }
}

type Tools = Pick<AppContext, "db" | "now">;

async function readDatabaseState({ db, now }: Tools) {
  const names = await appliedMigrations(db);
  const applied = names.toSorted().at(-1) ?? null;
  // The database may be ahead, because it is migrated before the code is deployed.
  if (!MIGRATIONS.every((name) => names.includes(name))) {
    return { ...UNKNOWN, applied, failure: "schema-outdated" };
  }
  const booksCompared = {
    paystack: await lastCompared(db, "paystack"),
    paypal: await lastCompared(db, "paypal"),
  };
  return { failure: null, applied, counts: await measureDatabase(db, now), booksCompared };
}

type Counts = Awaited<ReturnType<typeof measureDatabase>>;

/** Returns the reasons for staff to look, although nothing is lost yet. */
function attentionOf(
  { mail, portal }: { mail: EdgeBindings["mailServerState"]; portal: Portal["state"] },
  counts: Counts | null,
): string[] {
  const reasons = {
    "mail-not-set": mail === "not-set",
    "mail-settings-unusable": mail === "unusable",
    "mails-failed": (counts?.mails.failed ?? 0) > 0,
    "mails-overdue": (counts?.mails.overdue ?? 0) > 0,
    "portal-settings-unusable": portal === "unusable",
    "portal-not-notified": (counts?.portal.failed ?? 0) > 0,
    "payment-checks-overdue": (counts?.payments.overdue ?? 0) > 0,
  };
  return Object.entries(reasons).flatMap(([name, applies]) => (applies ? [name] : []));
}

/** Waits for work. @throws Error if it takes longer than the limit */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The database did not answer in time.")), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const MOST_COUNTED = 1_000;

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** Returns the names of the applied migrations; empty if the database has no tables yet. */
async function appliedMigrations(db: Database): Promise<string[]> {
  const table = await statement(db)`SELECT name FROM sqlite_master
    WHERE type = 'table' AND name = 'd1_migrations'`.first();
  if (!table) return [];
  const results = await rowsOf<{ name: string }>(db)`SELECT name FROM d1_migrations`;
  return results.map(({ name }) => name);
}

/** Counts the waiting work in the database. Each count stops at MOST_COUNTED. */
async function measureDatabase(db: Database, now: Date) {
  // The test of query plans looks for the comment in the SQL. Conditions on `is_notice` and `status` that list
  // all values let SQLite use the indexes that begin with these columns.
  const timeBefore = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const row = await statement(db)`SELECT /* full scan allowed */
    ${count(sql`mails WHERE status = 'queued'`)} AS queued,
    ${count(sql`mails WHERE status = 'queued' AND is_notice IN (0, 1)
      AND next_attempt_at < ${timeBefore(15 * MINUTE_MS)} AND coalesce(claimed_until, '') < ${now}`)} AS lateMails,
    ${count(sql`failed_mails`)} AS failed,
    ${count(sql`mails WHERE status = 'kept'`)} AS kept,
    ${count(sql`portal_messages WHERE status = 'queued'`)} AS unsent,
    ${count(sql`portal_messages WHERE status = 'failed'`)} AS refused,
    ${count(sql`payments WHERE status = 'unpaid' AND next_check_at IS NOT NULL`)} AS unsettled,
    ${count(sql`payments WHERE next_check_at < ${timeBefore(30 * MINUTE_MS)}`)} AS lateChecks,
    ${count(sql`payments WHERE status IN ('unpaid', 'paid', 'short-paid', 'refunded')
      AND created_at > ${timeBefore(WEEK_MS)} AND flag IS NOT NULL`)} AS flagged`.first<
    Record<string, number>
  >();
  const countOf = (name: string) => row?.[name] ?? 0;
  return {
    mails: {
      // Waiting for an attempt.
      queued: countOf("queued"),
      overdue: countOf("lateMails"),
      failed: countOf("failed"),
      // No mail server is set.
      kept: countOf("kept"),
    },
    // Messages that wait for the learning portal, and those that it did not accept for three days.
    portal: { queued: countOf("unsent"), failed: countOf("refused") },
    payments: {
      // Unpaid payments with a check ahead.
      unsettled: countOf("unsettled"),
      overdue: countOf("lateChecks"),
      flaggedThisWeek: countOf("flagged"),
    },
  };
}

/** Counts up to a limit, so that frequent requests cannot make the database read much. */
function count(from: Sql): Sql {
  return sql`(SELECT COUNT(*) FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED}))`;
}

export const MIGRATIONS: readonly string[] = Object.keys(
  import.meta.glob("../migrations/*.sql", { query: "?raw", import: "default" }),
)
  .map((path) => path.slice(path.lastIndexOf("/") + 1))
  .sort();
