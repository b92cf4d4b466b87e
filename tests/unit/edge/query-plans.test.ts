import { expect, test } from "vitest";
import type { Day } from "~/domain/dates/day.ts";
import { listEnrolments, totalsOf } from "~/edge/desk/list/find-enrolments.ts";
import {
  type EnrolmentFilter,
  readFilter,
  readSought,
  selectionFor,
  selectionOf,
} from "~/edge/desk/list/selection.ts";
import { notingWholeReads, wholeReads } from "../../fixtures/query-plans.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const TODAY: Day = "2026-11-24";

test("a statement that reads a whole table is noted once, and one that says so is not", () => {
  const db = notingWholeReads(openDatabase());
  const sql = "SELECT reference FROM payments WHERE plan_name = 'Noted'";
  for (const statement of [sql, sql, sql.replace("SELECT", "SELECT /* full scan allowed */")])
    db.prepare(statement);
  expect(wholeReads.splice(0)).toEqual([`SCAN payments: ${sql}`]);
});

const NONE = readFilter(new URLSearchParams());
const filters: EnrolmentFilter[] = [
  NONE,
  { ...NONE, owes: "late" },
  { ...NONE, state: "active", owes: "something", course: "devops", cohort: "none", flag: "duplicate" },
  { ...NONE, state: "active", owes: "late", course: "devops", cohort: "2026-11", flag: "any" },
  { ...NONE, from: "2026-11-01", until: "2026-11-30" },
  { ...NONE, owes: "late", from: "2026-11-01", until: "2026-11-30" },
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

test("the lists of the desk read no whole table, by every filter and search", async () => {
  const db = notingWholeReads(openDatabase());
  expect(selections).toHaveLength(filters.length + typed.length);
  for (const selection of selections) {
    expect(await listEnrolments(db, selection, { today: TODAY })).toEqual({ rows: [], next: null });
    expect((await totalsOf(db, selection)).count).toBe(0);
  }
  expect(wholeReads).toEqual([]);
});
