/** The list of enrolments, found by indexes. Every function here rejects when the database fails. */
import type { Day } from "~/domain/dates/day.ts";
import type { EnrolmentFlag, EnrolmentState } from "~/domain/enrolment/enrolment-standing.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import type { EnrolmentFilter, Sought } from "./enrolment-filter.ts";

/** A line of the list. */
export interface ListedEnrolment {
  readonly id: string;
  readonly learner: Learner;
  readonly courseId: string;
  readonly courseName: string;
  readonly planName: string;
  readonly cohort: string;
  /** As `attributionText` writes it. */
  readonly attribution: string;
  readonly state: EnrolmentState;
  /** That nobody has looked at. */
  readonly flags: readonly EnrolmentFlag[];
  readonly currency: Currency | null;
  /** Kobo or cents: of what is asked. */
  readonly paidMinor: number;
  readonly leftMinor: number;
  /** Since when a payment is late; null where none is. */
  readonly lateSince: Day | null;
  readonly isForgotten: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** A condition on the rows of enrolments, and what is bound in it. */
interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /** Names its rows by their ids: these few are sorted, and not all read in order until enough fit. */
  readonly isFew?: boolean;
}

const A_PAGE = 50;

/** Where the page before ended: the newest come first. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

/** Sorts after every time and every id. */
const BEGINNING: Cursor = { createdAt: "9999", id: "~" };

export interface EnrolmentPage {
  readonly rows: readonly ListedEnrolment[];
  /** null on the last page. */
  readonly next: Cursor | null;
}

export async function listEnrolments(
  db: Database,
  conditions: readonly Condition[],
  { after = BEGINNING, today, limit = A_PAGE }: { after?: Cursor | undefined; today: Day; limit?: number },
): Promise<EnrolmentPage> {
  const created = timeOf(conditions);
  const { results } = await db
    .prepare(
      // First which, then what of them: what is worked out of each is not worked out of all that are sorted.
      `WITH page AS MATERIALIZED (
         SELECT id FROM enrolments WHERE ${[...conditions.map(({ sql }) => sql), `(${created}, id) < (?, ?)`].join(" AND ")}
         ORDER BY ${created} DESC, id DESC LIMIT ?
       )
       SELECT enrolments.id, learner, course_id AS courseId, course_name AS courseName, plan_name AS planName, cohort, attribution,
         state, flags,
         seen_flags AS seenFlags, currency, forgotten_at AS forgottenAt, created_at AS createdAt,
         (SELECT SUM(paid_minor) FROM charges WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency)
           AS paidMinor,
         (SELECT SUM(amount_minor) FROM charges WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency)
           AS askedMinor,
         (SELECT MIN(due_on) FROM charges WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency
            AND due_on < ? AND paid_minor < amount_minor) AS dueSince
       FROM page CROSS JOIN enrolments ON enrolments.id = page.id ORDER BY created_at DESC, enrolments.id DESC`,
    )
    .bind(...conditions.flatMap(({ values }) => values), after.createdAt, after.id, limit + 1, today)
    .all<Row>();
  const rows = results.slice(0, limit).map(toListed);
  const last = rows.at(-1);
  const isMore = results.length > limit && last !== undefined;
  return { rows, next: isMore ? { createdAt: last.createdAt, id: last.id } : null };
}

/** The time by which rows are sorted; a plus keeps SQLite from reading by it where the rows are named. */
function timeOf(conditions: readonly Condition[]): string {
  return conditions.some(({ isFew }) => isFew) ? "+created_at" : "created_at";
}

type Row = Omit<
  ListedEnrolment,
  "learner" | "flags" | "paidMinor" | "leftMinor" | "lateSince" | "isForgotten"
> & {
  readonly learner: string;
  readonly flags: string;
  readonly seenFlags: string;
  readonly paidMinor: number | null;
  readonly askedMinor: number | null;
  readonly dueSince: Day | null;
  readonly forgottenAt: string | null;
};

function toListed({
  learner,
  flags,
  seenFlags,
  paidMinor,
  askedMinor,
  dueSince,
  forgottenAt,
  ...row
}: Row): ListedEnrolment {
  const seen = seenFlags.split(" ");
  const goesOn = row.state === "active";
  return {
    ...row,
    learner: JSON.parse(learner),
    flags: flags.split(" ").filter((flag) => flag !== "" && !seen.includes(flag)) as EnrolmentFlag[],
    paidMinor: paidMinor ?? 0,
    leftMinor: goesOn ? (askedMinor ?? 0) - (paidMinor ?? 0) : 0,
    lateSince: goesOn ? dueSince : null,
    isForgotten: forgottenAt !== null,
  };
}

/** @param today in Lagos */
export function conditionsOf(
  { state, owes, course, cohort, flag }: EnrolmentFilter,
  today: Day,
): Condition[] {
  const where = (sql: string, ...values: string[]): Condition => ({ sql, values });
  return [
    ...(state ? [where("state = ?", state)] : []),
    ...(owes === "something" ? [where("state = 'active'")] : []),
    ...(owes === "late" ? [{ ...where(LATE, today), isFew: true }] : []),
    ...(course ? [where("course_id = ?", course)] : []),
    ...(cohort ? [where("cohort = ?", cohort)] : []),
    ...(flag ? [where("flags <> '' AND flags <> seen_flags")] : []),
    ...(flag && flag !== "any" ? [where("instr(flags, ?) > 0", flag)] : []),
  ];
}

/** A plus keeps SQLite from reading all that are active, and not the few whose payments are late. */
const LATE = `+state = 'active' AND id IN (
  SELECT enrolment_id FROM charges WHERE due_on < ? AND due_on IS NOT NULL AND paid_minor < amount_minor)`;

/** Of a name that more have, so many are looked through: whoever looks somebody up types another word. */
const MOST_NAMESAKES = 1000;

/** Sorts after every text that begins with what is looked for. */
const LAST_LETTER = "\u{10FFFF}";

/** null where nothing is looked for. */
export function conditionOf(sought: Sought): Condition | null {
  switch (sought.by) {
    case "nothing":
      return null;
    case "id":
      return { sql: "id = ?", values: [sought.key] };
    case "reference":
      return {
        sql: "id IN (SELECT enrolment_id FROM registrations WHERE reference = ?)",
        values: [sought.key],
      };
    case "email":
      return { sql: "email_key >= ? AND email_key < ?", values: [sought.key, sought.key + LAST_LETTER] };
    case "phone":
      return { sql: "phone_key = ?", values: [sought.key] };
    case "name":
      return {
        sql: `id IN (SELECT enrolment_id FROM (${sought.words
          .map(() => "SELECT enrolment_id FROM enrolment_names WHERE word >= ? AND word < ?")
          .join(" INTERSECT ")}) LIMIT ${MOST_NAMESAKES})`,
        isFew: true,
        values: sought.words.flatMap((word) => [word, word + LAST_LETTER]),
      };
  }
}

/** What a list comes to. */
export interface Totals {
  readonly count: number;
  /** There are more than are counted, and the sums are of none. */
  readonly isMore: boolean;
  readonly sums: readonly {
    readonly currency: Currency;
    readonly paidMinor: number;
    readonly leftMinor: number;
  }[];
}

/** So many are added up: a list that is longer is no list of people whom somebody deals with. */
const MOST_ADDED_UP = 1000;

export async function totalsOf(db: Database, conditions: readonly Condition[]): Promise<Totals> {
  const { results } = await db
    .prepare(
      `WITH listed AS (
         SELECT id, currency, state FROM enrolments
         WHERE ${[...conditions.map(({ sql }) => sql), `${timeOf(conditions)} > ''`].join(" AND ")} LIMIT ?
       )
       SELECT COUNT(*) AS count, currency, SUM(paid) AS paidMinor, SUM(CASE state WHEN 'active' THEN asked - paid ELSE 0 END)
         AS leftMinor
       FROM (
         SELECT listed.currency, listed.state,
           coalesce((SELECT SUM(paid_minor) FROM charges WHERE enrolment_id = id AND charges.currency = listed.currency), 0)
             AS paid,
           coalesce((SELECT SUM(amount_minor) FROM charges WHERE enrolment_id = id AND charges.currency = listed.currency), 0)
             AS asked
         FROM listed
       ) GROUP BY currency`,
    )
    .bind(...conditions.flatMap(({ values }) => values), MOST_ADDED_UP + 1)
    .all<{ count: number; currency: Currency | null; paidMinor: number; leftMinor: number }>();
  const count = results.reduce((sum, row) => sum + row.count, 0);
  if (count > MOST_ADDED_UP) return { count: MOST_ADDED_UP, isMore: true, sums: [] };
  const sums = results.flatMap(({ currency, paidMinor, leftMinor }) =>
    currency ? [{ currency, paidMinor, leftMinor }] : [],
  );
  return { count, isMore: false, sums };
}
