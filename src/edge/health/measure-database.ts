import type { Database } from "~/edge/database.ts";

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
export async function appliedMigrations(db: Database): Promise<string[] | null> {
  const table = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'")
    .first();
  if (!table) return null;
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** What waits in the database at `now`. Rejects when the database fails. */
export async function measureDatabase(db: Database, now: Date): Promise<DatabaseCounts> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const row = await db
    .prepare(
      `SELECT
         ${count("mails WHERE status = 'queued'")} AS queued,
         ${count("mails WHERE status = 'queued' AND is_notice IN (0, 1) AND next_attempt_at < ? AND coalesce(claimed_until, '') < ?")} AS lateMails,
         ${count("failed_mails")} AS failed,
         ${count("mails WHERE status = 'kept'")} AS kept,
         ${count("payments WHERE status = 'unpaid' AND next_check_at IS NOT NULL")} AS unsettled,
         ${count("payments WHERE next_check_at < ?")} AS lateChecks,
         ${count("payments WHERE status IN ('unpaid', 'paid', 'short-paid', 'refunded') AND created_at > ? AND flag IS NOT NULL")} AS flagged`,
    )
    .bind(before(15 * MINUTE_MS), now.toISOString(), before(30 * MINUTE_MS), before(WEEK_MS))
    .first<Record<string, number>>();
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
function count(from: string): string {
  return `(SELECT COUNT(*) FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED}))`;
}

/** The files whose statements bring a database to the schema that this code needs, oldest first. */
export const MIGRATIONS: readonly string[] = Object.keys(
  import.meta.glob("../migrations/*.sql", { query: "?raw", import: "default" }),
)
  .map((path) => path.slice(path.lastIndexOf("/") + 1))
  .sort();
