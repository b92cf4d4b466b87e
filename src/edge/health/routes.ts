import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { type Database, rowsOf, type Sql, sql, statement } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { MailServer } from "~/edge/mail/deliver-mail.ts";
import { only } from "~/edge/middleware/answers.ts";
import { visitorLimit } from "~/edge/middleware/who-may-call.ts";
import { type AccountKind, accountKinds, type PaymentProviders } from "~/edge/payments/payment-providers.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { lastCompared } from "~/edge/reconciliation/reconciliation-store.ts";

const AGAIN = { message: "Please ask again in a minute." };

/**
 * The health check, for a monitor: 200 visitors are served, though staff may have to look (`attention`) · 503 they are not.
 * The body is a `Health`.
 */
export function healthRoutes() {
  return new Hono<EdgeEnv>()
    .get(
      "/prod/health",
      visitorLimit({
        key: (visitor) => `health:${visitor}`,
        answer: () => jsonResponse(429, AGAIN, { "retry-after": "60" }),
      }),
      async (c) => {
        const { context, providers, mailServer, hasQueue } = c.env;
        const { db, now } = context;
        const health = await checkHealth({ db, hasQueue, mail: mailServer, providers, now });
        return jsonResponse(health.status === "failing" ? 503 : 200, health);
      },
    )
    .all("/prod/health", only("GET"));
}

/** While one of these lasts, nothing that a visitor does is stored. */
export type Failure = "database-unreachable" | "schema-outdated" | "queue-not-bound";

/** Staff should look, though nothing is lost yet. */
export type Attention =
  | "mail-not-set"
  | "mail-settings-unusable"
  | "mails-failed"
  | "mails-overdue"
  | "payment-checks-overdue";

/** The state of the edge. Public: it has neither personal data nor secrets. */
export interface Health {
  readonly status: "ok" | "attention" | "failing";
  readonly failures: readonly Failure[];
  readonly attention: readonly Attention[];
  /** The last migration that this code needs, and the last that was applied; null when that is not known. */
  readonly schema: { readonly expected: string | null; readonly applied: string | null };
  /** `not-set`: mails stay in the database. */
  readonly mail: MailServer["state"];
  readonly payments: Readonly<Record<Provider, AccountKind>> & { readonly paypalWebhook: boolean };
  /** Null when the database cannot be read. */
  readonly counts: DatabaseCounts | null;
  readonly booksCompared: { readonly paystack: string | null; readonly paypal: string | null } | null;
}

export interface HealthTools {
  readonly db: Database;
  readonly hasQueue: boolean;
  readonly mail: MailServer["state"];
  readonly providers: PaymentProviders;
  readonly now: Date;
}

const TIMEOUT_MS = 5_000;

/** Looks at the database, the queue and the settings. Never rejects: what does not answer in time is a failure. */
async function checkHealth(tools: HealthTools): Promise<Health> {
  const { providers, hasQueue, mail } = tools;
  const database = await checkDatabase(tools);
  const failures: Failure[] = [...database.failures, ...(hasQueue ? [] : ["queue-not-bound" as const])];
  const attention = attentionOf(mail, database.counts);
  const unfailing = attention.length > 0 ? "attention" : "ok";
  return {
    status: failures.length > 0 ? "failing" : unfailing,
    failures,
    attention,
    schema: { expected: MIGRATIONS.at(-1) ?? null, applied: database.applied },
    mail,
    payments: {
      ...accountKinds(providers),
      paypalWebhook: Boolean(providers.paypal?.webhookId),
    },
    counts: database.counts,
    booksCompared: database.booksCompared,
  };
}

interface DatabaseState {
  readonly failures: readonly Failure[];
  readonly applied: string | null;
  readonly counts: Health["counts"];
  readonly booksCompared: Health["booksCompared"];
}

async function checkDatabase(tools: HealthTools): Promise<DatabaseState> {
  try {
    return await within(TIMEOUT_MS, readDatabaseState(tools));
  } catch (error) {
    logError("health-database-failed", { reason: reasonOf(error) });
    return { failures: ["database-unreachable"], applied: null, counts: null, booksCompared: null };
  }
}

async function readDatabaseState({ db, now }: HealthTools): Promise<DatabaseState> {
  const names = (await appliedMigrations(db)) ?? [];
  const applied = [...names].sort().at(-1) ?? null;
  // A database may be ahead: it is migrated before the code that needs it is deployed.
  if (!MIGRATIONS.every((name) => names.includes(name))) {
    return { failures: ["schema-outdated"], applied, counts: null, booksCompared: null };
  }
  const booksCompared = {
    paystack: await lastCompared(db, "paystack"),
    paypal: await lastCompared(db, "paypal"),
  };
  return { failures: [], applied, counts: await measureDatabase(db, now), booksCompared };
}

function attentionOf(mail: Health["mail"], counts: DatabaseCounts | null): Attention[] {
  const reasons: Record<Attention, boolean> = {
    "mail-not-set": mail === "not-set",
    "mail-settings-unusable": mail === "unusable",
    "mails-failed": (counts?.mails.failed ?? 0) > 0,
    "mails-overdue": (counts?.mails.overdue ?? 0) > 0,
    "payment-checks-overdue": (counts?.payments.overdue ?? 0) > 0,
  };
  return (Object.keys(reasons) as Attention[]).filter((reason) => reasons[reason]);
}

/** @throws Error when the work takes longer than so many ms */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The database did not answer in time.")), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What waits in the database. Each count stops at MOST_COUNTED. */
export interface DatabaseCounts {
  readonly mails: {
    /** On their way, their pauses between attempts included. */
    readonly queued: number;
    /** Due for more than a quarter of an hour: the queue and the sweeps do not get to them. */
    readonly overdue: number;
    /** Could not be delivered: the desk lists them. */
    readonly failed: number;
    /** Stored only, since no mail server is set. */
    readonly kept: number;
  };
  readonly payments: {
    /** Not paid, and their provider is still asked. */
    readonly unsettled: number;
    /** Should have been checked half an hour ago: the sweeps do not get to them. */
    readonly overdue: number;
    /** Of the last seven days, and staff must look at them. */
    readonly flaggedThisWeek: number;
  };
}

const MOST_COUNTED = 1_000;

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** The migrations that were applied, by their names; null when the database has no tables yet. Rejects when it fails. */
async function appliedMigrations(db: Database): Promise<string[] | null> {
  const table = await statement(db)`SELECT name FROM sqlite_master
    WHERE type = 'table' AND name = 'd1_migrations'`.first();
  if (!table) return null;
  const results = await rowsOf<{ name: string }>(db)`SELECT name FROM d1_migrations`;
  return results.map(({ name }) => name);
}

async function measureDatabase(db: Database, now: Date): Promise<DatabaseCounts> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const row = await statement(db)`SELECT
    ${count(sql`mails WHERE status = 'queued'`)} AS queued,
    ${count(sql`mails WHERE status = 'queued' AND is_notice IN (0, 1)
      AND next_attempt_at < ${before(15 * MINUTE_MS)} AND coalesce(claimed_until, '') < ${now}`)} AS lateMails,
    ${count(sql`failed_mails`)} AS failed,
    ${count(sql`mails WHERE status = 'kept'`)} AS kept,
    ${count(sql`payments WHERE status = 'unpaid' AND next_check_at IS NOT NULL`)} AS unsettled,
    ${count(sql`payments WHERE next_check_at < ${before(30 * MINUTE_MS)}`)} AS lateChecks,
    ${count(sql`payments WHERE status IN ('unpaid', 'paid', 'short-paid', 'refunded')
      AND created_at > ${before(WEEK_MS)} AND flag IS NOT NULL`)} AS flagged`.first<Record<string, number>>();
  const of = (name: string) => row?.[name] ?? 0;
  return {
    mails: {
      queued: of("queued"),
      overdue: of("lateMails"),
      failed: of("failed"),
      kept: of("kept"),
    },
    payments: {
      unsettled: of("unsettled"),
      overdue: of("lateChecks"),
      flaggedThisWeek: of("flagged"),
    },
  };
}

/** Counts up to a limit, so that frequent requests cannot make the database read much. */
function count(from: Sql): Sql {
  return sql`(SELECT COUNT(*) FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED}))`;
}

/** The files whose statements bring a database to the schema that this code needs, oldest first. */
export const MIGRATIONS: readonly string[] = Object.keys(
  import.meta.glob("../migrations/*.sql", { query: "?raw", import: "default" }),
)
  .map((path) => path.slice(path.lastIndexOf("/") + 1))
  .sort();
