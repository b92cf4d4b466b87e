/** Every statement of the edge against the migrations: none has a misspelt table or column, or reads a whole table. */
import { describe, expect, test } from "vitest";
import type { Day } from "~/domain/dates/day.ts";
import type { Database } from "~/edge/database.ts";
import { type EnrolmentFilter, readSought } from "~/edge/desk/list/enrolment-filter.ts";
import { listEnrolments, totalsOf } from "~/edge/desk/list/find-enrolments.ts";
import { selectionFor, selectionOf } from "~/edge/desk/list/selection.ts";
import { erasure, personalData } from "~/edge/erase/personal-data.ts";
import { sqlStatements } from "../../fixtures/sql-statements.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const TODAY: Day = "2026-11-24";
const { statements, unread } = sqlStatements();

/** Where a statement is put together at run time; the tests below run all of its forms. */
const MADE_AT_RUN_TIME = [
  // What runs a template, and the inserts, whose rows name their columns: the tests of each table run them.
  "src/edge/database.ts",
  "src/edge/database.ts",
  "src/edge/database.ts",
  "src/edge/desk/actions/erase.ts",
  "src/edge/desk/actions/erase.ts",
  "src/edge/desk/list/find-enrolments.ts",
  "src/edge/desk/list/find-enrolments.ts",
  // Counts what is prepared, and passes it on.
  "src/edge/payments/sweep-payments.ts",
];

/** Tables that grow with learners and mails, by their names or what a statement calls them. */
const READS_ALL =
  /^SCAN (mails|payments|other|payment_events|doubt|staff_notices|enrolments|charges|all_charges|enrolment_keys|enrolment_names|desk_actions)\b/;
const MAY_READ_ALL = [
  // Counts each state up to a thousand rows.
  "src/edge/health/routes.ts",
  // Counts by course and day, for the desk's page of sources.
  "src/edge/desk/sources/show-sources.ts",
  // The latest mails, for the sandbox.
  "src/edge/mail/mail-store.ts",
];

/** What of a statement's plan reads a whole table. */
async function wholeReads(db: Database, sql: string): Promise<string[]> {
  const { results } = await db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>();
  return results.map(({ detail }) => detail).filter((detail) => READS_ALL.test(detail));
}

async function migratedDatabase(): Promise<Database> {
  const db = openDatabase();
  // Wrangler's own.
  await db.prepare("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)").run();
  return db;
}

test("every statement is read from the source, but those that are put together at run time", () => {
  expect(statements.length).toBeGreaterThan(150);
  expect([...unread].sort()).toEqual(MADE_AT_RUN_TIME);
});

test("every statement fits the migrations, and reads no whole table", async () => {
  const db = await migratedDatabase();
  const problems: string[] = [];
  for (const { where, sql } of statements) {
    try {
      const reads = await wholeReads(db, sql);
      if (reads.length > 0 && !MAY_READ_ALL.some((path) => where.startsWith(`${path}:`))) {
        problems.push(`${where}: ${reads.join()}`);
      }
    } catch (error) {
      problems.push(`${where}: ${String(error)}`);
    }
  }
  expect(problems).toEqual([]);
});

describe("what is put together at run time fits the migrations", () => {
  const NONE: EnrolmentFilter = { state: null, owes: null, course: null, cohort: null, flag: null };
  const filters: EnrolmentFilter[] = [
    NONE,
    { ...NONE, owes: "late" },
    { state: "active", owes: "something", course: "devops", cohort: "none", flag: "duplicate" },
    { state: "active", owes: "late", course: "devops", cohort: "2026-11", flag: "any" },
  ];
  const typed = [
    "ENR-0123456789",
    "REG-20261121-AAAAAAAAAA",
    "ada@example.com",
    "0803 123 4567",
    "Ada Obi",
    "Ada Ngozi Chiamaka Adaeze Ifeoma Obi",
  ];
  const selections = [
    ...filters.map((filter) => selectionOf(filter, TODAY)),
    ...typed.map((text) => selectionFor(readSought(text))).filter((selection) => selection !== null),
  ];

  test("lists of the desk, by every filter and search, read no whole table", async () => {
    const inner = openDatabase();
    const asked = new Set<string>();
    const db: Database = {
      batch: inner.batch,
      prepare: (sql) => {
        asked.add(sql);
        return inner.prepare(sql);
      },
    };
    expect(selections).toHaveLength(filters.length + typed.length);
    for (const selection of selections) {
      expect(await listEnrolments(db, selection, { today: TODAY })).toEqual({ rows: [], next: null });
      expect((await totalsOf(db, selection)).count).toBe(0);
    }
    for (const sql of asked) expect(await wholeReads(inner, sql), sql).toEqual([]);
  });

  test("what is looked for of a person, and what erases it", async () => {
    const db = openDatabase();
    const run = (sql: string) => db.prepare(sql).all<Record<string, unknown>>();
    const query = (all: readonly string[]) => Promise.all(all.map(async (sql) => (await run(sql)).results));
    expect(await personalData(query, { email: "ada@example.com", enrolmentId: null })).toMatchObject({
      mails: [],
      payments: [],
    });
    const everything = {
      mails: [1],
      payments: [
        { reference: "A", isAccounted: true, isPayerOnly: false },
        { reference: "B", isAccounted: false, isPayerOnly: false },
        { reference: "C", isAccounted: true, isPayerOnly: true },
      ],
      enrolments: [
        { id: "D", isStartedOnly: true, name: "" },
        { id: "E", isStartedOnly: false, name: "" },
      ],
      subscriptions: [1],
      mentions: [],
    };
    for (const sql of erasure(everything, new Date(TODAY))) await run(sql);
  });
});
