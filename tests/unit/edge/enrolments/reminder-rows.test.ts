import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database, Statement } from "~/edge/database.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { type D1InMemory, startD1Database } from "../../../fixtures/d1-database.ts";
import { edgeApp, sweepAndRemind } from "../../../fixtures/edge.ts";
import { fillDatabase } from "../../../fixtures/many-enrolments.ts";

const ENROLMENTS = 500;
const DUE = 5;
/** The most rows of one reminder: its enrolment, charges, payments, keys and mail, with indexes. */
const ROWS_OF_ONE = 40;
/** A time before nine in Lagos, when no list is sent. */
const NOW = new Date("2026-11-23T07:00:00.000Z");

/** A result of D1, which bills the rows that it has read. */
interface Answer {
  readonly meta: { readonly rows_read: number };
}

let academy: D1InMemory;
beforeAll(async () => {
  academy = await startD1Database();
  await fillDatabase(academy.db, ENROLMENTS);
}, 60_000);
afterAll(() => academy.stop());

/** Returns a database that counts the rows each statement reads. */
function counted(db: Database): { db: Database; read: Map<string, number> } {
  const read = new Map<string, number>();
  const inner = new WeakMap<Statement, { sql: string; statement: Statement }>();
  const count = (sql: string, { meta }: Answer) => read.set(sql, (read.get(sql) ?? 0) + meta.rows_read);

  function wrap(sql: string, statement: Statement): Statement {
    const all = async <Row>() => {
      const answer = await statement.all<Row>();
      count(sql, answer as unknown as Answer);
      return answer;
    };
    const wrapped: Statement = {
      bind: (...values) => wrap(sql, statement.bind(...values)),
      all,
      first: async <Row>() => (await all<Row>()).results[0] ?? null,
      run: async () => {
        const answer = await statement.run();
        count(sql, answer as unknown as Answer);
        return answer;
      },
    };
    inner.set(wrapped, { sql, statement });
    return wrapped;
  }

  return {
    read,
    db: {
      prepare: (sql) => wrap(sql, db.prepare(sql)),
      batch: async (statements) => {
        const unwrapped = statements.flatMap((statement) => inner.get(statement) ?? []);
        const answers = (await db.batch(
          unwrapped.map(({ statement }) => statement),
        )) as unknown as (Answer & {
          results: unknown[];
        })[];
        for (const [place, answer] of answers.entries()) count(unwrapped[place]?.sql ?? "", answer);
        return answers;
      },
    },
  };
}

/** Sweeps once. @returns the rows read to find due reminders, and by all statements together */
async function rowsOfSweep(): Promise<{ finding: number; all: number }> {
  const { db, read } = counted(academy.db);
  const queued: Job[] = [];
  const jobs = { send: async (job: Job) => queued.push(job) };
  await sweepAndRemind(edgeApp({ db, jobs, now: () => NOW }), queued);
  const dueReminders = [...read].find(([sql]) => sql.includes("remind_at <= ?"));
  return { finding: dueReminders?.[1] ?? -1, all: [...read.values()].reduce((sum, rows) => sum + rows, 0) };
}

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

test("a sweep among many enrolments reads no more reminders than are due, and one more", async () => {
  // The first sweep deletes old data.
  await rowsOfSweep();
  const atRest = await rowsOfSweep();
  expect(atRest.finding).toBe(1);

  const { db } = academy;
  await db
    .prepare(
      `UPDATE charges SET remind_at = '2026-11-23T06:00:00.000Z', due_on = '2026-11-23' WHERE number = 6 AND enrolment_id IN
         (SELECT id FROM enrolments WHERE state = 'active' ORDER BY id LIMIT ?)`,
    )
    .bind(DUE)
    .run();
  const busy = await rowsOfSweep();
  expect(busy.finding).toBe(DUE + 1);
  const written = await db
    .prepare("SELECT COUNT(*) AS count FROM mails WHERE subject LIKE 'Due today%'")
    .first<{ count: number }>();
  expect(written?.count).toBe(DUE);
  expect((busy.all - atRest.all) / DUE).toBeLessThanOrEqual(ROWS_OF_ONE);
});
