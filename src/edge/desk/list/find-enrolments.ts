import type { Day } from "~/domain/dates/day.ts";
import type { EnrolmentFlag, EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import { type Learner, readLearner } from "~/domain/enrolment/learner.ts";
import { type Currency, formatExact, fromMinor } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { type Database, joinSql, rowsOf, Sql, sql } from "~/edge/database.ts";
import { HAS_TUITION } from "~/edge/enrolments/cohort-seats.ts";
import { newFlags, readFlags } from "~/edge/enrolments/enrolment-record.ts";
import type { ListPart } from "~/edge/http/csv.ts";
import type { Cursor, Selection } from "./selection.ts";

export interface ListedEnrolment {
  readonly id: string;
  readonly learner: Learner;
  readonly courseId: string;
  readonly courseName: string;
  readonly planName: string;
  readonly cohort: string;
  /** The attribution in the form of `attributionText`. */
  readonly attribution: string;
  readonly state: EnrolmentState;
  /** Whether the charges include tuition. */
  readonly hasTuition: boolean;
  /** The flags that staff have not looked at. */
  readonly flags: readonly EnrolmentFlag[];
  readonly currency: Currency | null;
  /** The paid and the owed amount, in kobo or cents. */
  readonly paidMinor: number;
  readonly leftMinor: number;
  /** The day since which a payment is late; `null` if none is. */
  readonly lateSince: Day | null;
  /** The amount that is late, in kobo or cents. */
  readonly lateMinor: number;
  readonly isErased: boolean;
  readonly createdAt: string;
  /** The code of the enrolment's voucher; `null` without one. */
  readonly voucher: string | null;
}

const ROWS_PER_PAGE = 50;

interface PagePlace {
  /** The place where the previous page ended. */
  readonly after?: Cursor | undefined;
  readonly today: Day;
  readonly limit?: number;
}

export async function listEnrolments(
  db: Database,
  { conditions, order }: Selection,
  { after = order.beginning, today, limit = ROWS_PER_PAGE }: PagePlace,
): Promise<ListPart<ListedEnrolment, Cursor>> {
  const [column, direction] = [new Sql(order.column), new Sql(order.direction)];
  const sortedColumn = order.column.replace("+", "");
  const comparison = order.direction === "ASC" ? sql`>` : sql`<`;
  const isAfter = sql`(${column}, id) ${comparison} (${after.at}, ${after.id})`;
  const owed = sql`charges WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency`;
  const unpaid = sql`${owed} AND is_paid = 0`;
  // The page's rows are selected first, so that their columns are not computed for all sorted rows.
  const results = await rowsOf<Row>(db)`WITH page AS MATERIALIZED (
      SELECT id FROM enrolments WHERE ${joinSql([...conditions, isAfter], " AND ")}
      ORDER BY ${column} ${direction}, id ${direction} LIMIT ${limit + 1}
    )
    SELECT enrolments.id, learner, course_id AS courseId, course_name AS courseName, plan_name AS planName,
      cohort, attribution, state, flags, seen_flags AS seenFlags, currency, erased_at AS erasedAt,
      created_at AS createdAt, next_due_on AS nextDueOn, ${HAS_TUITION} AS hasTuition,
      (SELECT code FROM voucher_uses WHERE enrolment_id = enrolments.id) AS voucher,
      (SELECT SUM(paid_minor) FROM ${owed}) AS paidMinor,
      (SELECT SUM(amount_minor - paid_minor) FROM ${unpaid}) AS unpaidMinor,
      (SELECT SUM(amount_minor - paid_minor) FROM ${unpaid} AND due_on < ${today}) AS lateMinor
    FROM page CROSS JOIN enrolments ON enrolments.id = page.id
    ORDER BY ${new Sql(sortedColumn)} ${direction}, enrolments.id ${direction}`;
  const rows = results.slice(0, limit).map((row) => toListed(row, today));
  const last = results.length > limit ? results[limit - 1] : undefined;
  if (!last) return { rows, next: null };
  const at = sortedColumn === "created_at" ? last.createdAt : (last.nextDueOn ?? "");
  return { rows, next: { at, id: last.id } };
}

type Row = Omit<
  ListedEnrolment,
  "learner" | "hasTuition" | "flags" | "paidMinor" | "leftMinor" | "lateSince" | "lateMinor" | "isErased"
> & {
  readonly learner: string;
  /** 0 or 1. */
  readonly hasTuition: number;
  readonly flags: string;
  readonly seenFlags: string;
  readonly paidMinor: number | null;
  readonly unpaidMinor: number | null;
  readonly lateMinor: number | null;
  readonly nextDueOn: Day | null;
  readonly erasedAt: string | null;
};

function toListed(
  { learner, flags, seenFlags, paidMinor, unpaidMinor, lateMinor, nextDueOn, erasedAt, ...row }: Row,
  today: Day,
): ListedEnrolment {
  return {
    ...row,
    learner: readLearner(learner),
    hasTuition: row.hasTuition === 1,
    flags: newFlags(readFlags(flags), readFlags(seenFlags)).map(({ flag }) => flag),
    paidMinor: paidMinor ?? 0,
    lateMinor: lateMinor ?? 0,
    leftMinor: row.state === "active" ? (unpaidMinor ?? 0) : 0,
    lateSince: nextDueOn !== null && nextDueOn < today ? nextDueOn : null,
    isErased: erasedAt !== null,
  };
}

export interface Totals {
  readonly count: number;
  /** Whether there are more rows than are counted. Then there are no sums. */
  readonly isMore: boolean;
  readonly sums: readonly {
    readonly currency: Currency;
    readonly paidMinor: number;
    readonly leftMinor: number;
  }[];
}

/** The most rows that are added up. */
const MAX_ADDED_UP = 1000;

export async function totalsOf(db: Database, { conditions, order }: Selection): Promise<Totals> {
  type CurrencySums = { count: number; currency: Currency | null; paidMinor: number; leftMinor: number };
  const isAny = sql`${new Sql(order.column)} > ''`;
  const owed = sql`charges WHERE enrolment_id = id AND charges.currency = listed.currency`;
  const results = await rowsOf<CurrencySums>(db)`WITH listed AS (
      SELECT id, currency, state FROM enrolments
      WHERE ${joinSql([...conditions, isAny], " AND ")} LIMIT ${MAX_ADDED_UP + 1}
    )
    SELECT COUNT(*) AS count, currency, SUM(paid) AS paidMinor,
      SUM(CASE state WHEN 'active' THEN unpaid ELSE 0 END) AS leftMinor
    FROM (
      SELECT listed.currency, listed.state, coalesce((SELECT SUM(paid_minor) FROM ${owed}), 0) AS paid,
        coalesce((SELECT SUM(amount_minor - paid_minor) FROM ${owed} AND is_paid = 0), 0) AS unpaid
      FROM listed
    ) GROUP BY currency`;
  const count = results.reduce((sum, row) => sum + row.count, 0);
  if (count > MAX_ADDED_UP) return { count: MAX_ADDED_UP, isMore: true, sums: [] };
  const sums = results.flatMap(({ currency, paidMinor, leftMinor }) =>
    currency ? [{ currency, paidMinor, leftMinor }] : [],
  );
  return { count, isMore: false, sums };
}

export function totalsText({ count, isMore, sums }: Totals): string {
  if (isMore) return `More than ${count.toLocaleString("en-GB")} enrolments. Filter to see the totals.`;
  const parts = sums.map(
    ({ currency, paidMinor, leftMinor }) =>
      `${formatExact(fromMinor(currency, paidMinor))} paid, ${formatExact(fromMinor(currency, leftMinor))} left`,
  );
  return `${[counted(count, "enrolment"), ...parts].join("; ")}.`;
}
