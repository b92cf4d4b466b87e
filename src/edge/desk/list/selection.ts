/** The filters and searches of enrolments, with the SQL conditions and orders that indexes serve. */
import { readEmail } from "~/domain/contact/email-address.ts";
import { type Cohort, cohortName } from "~/domain/dates/cohort.ts";
import { addDays, type Day, isDay, lagosTime } from "~/domain/dates/day.ts";
import { isEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentFlag, EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import { learnerKeys, nameWords } from "~/domain/enrolment/learner.ts";
import { searchedParts } from "~/domain/enrolment/search-text.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { plainPaste } from "~/domain/text.ts";
import { type Database, joinSql, rowsOf, type Sql, sql } from "~/edge/database.ts";
import { HAS_TUITION } from "~/edge/enrolments/cohort-seats.ts";
import { isLate } from "~/edge/enrolments/overdue-charges.ts";

const STATES = [
  "started",
  "active",
  "complete",
  "withdrawn",
  "refunded",
] as const satisfies readonly EnrolmentState[];
export const OWES = ["something", "late"] as const;
export const ENROLMENT_FLAGS = [
  "overpaid",
  "other-currency",
  "paid-after-withdrawal",
  "duplicate",
  "overbooked",
] as const satisfies readonly EnrolmentFlag[];
const FLAGS = ["any", ...ENROLMENT_FLAGS] as const;
/** The value that stands for learners without a cohort. */
export const NO_COHORT = "none";

/** The filter of a list. It has no personal data, since it is part of addresses. */
export interface EnrolmentFilter {
  readonly state: EnrolmentState | null;
  /** "something": a payment was made and something is left. "late": a payment is overdue. */
  readonly owes: (typeof OWES)[number] | null;
  readonly course: string | null;
  readonly cohort: string | null;
  /** A flag that staff have not looked at. */
  readonly flag: (typeof FLAGS)[number] | null;
  /** The first and the last day in Lagos on which the enrolment started. */
  readonly from: Day | null;
  readonly until: Day | null;
}

/** Reads the filter of an address. An unknown choice counts as not chosen. */
export function readFilter(params: URLSearchParams): EnrolmentFilter {
  const chosen = <Choice extends string>(name: string, choices: readonly Choice[]): Choice | null =>
    choices.find((choice) => choice === params.get(name)) ?? null;
  return {
    state: chosen("state", STATES),
    owes: chosen("owes", OWES),
    course: params.get("course") || null,
    cohort: params.get("cohort") || null,
    flag: chosen("flag", FLAGS),
    from: dayIn(params, "from"),
    until: dayIn(params, "until"),
  };
}

/** Reads a day of an address; `null` if it is missing or not a day. */
export function dayIn(params: URLSearchParams, name: string): Day | null {
  const text = params.get(name) ?? "";
  return isDay(text) ? text : null;
}

/** Returns a filter as the query of an address, without "?"; empty if nothing is chosen. */
export function filterText(filter: object): string {
  const chosen = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(chosen).toString();
}

export type Sought =
  | { readonly by: "id" | "reference" | "email" | "phone"; readonly key: string }
  /** Words of a name, or digits. `code` is the same text as a part of an id; `null` if it is too short. */
  | { readonly by: "part"; readonly words: readonly string[]; readonly code: string | null }
  /** `why` says what else to type. */
  | { readonly by: "nothing"; readonly why: string };

const MIN_LETTERS = 2;
/** The list shows the last four digits of a phone number. */
const MIN_DIGITS = 4;
/** The pattern of a part of an id or reference. A shorter text could be a name. */
const PART_OF_CODE = /^[A-Z0-9-]{5,}$/;

/** The characters around a text that was copied out of a mail or a list. */
const AROUND = /^[^\p{L}\p{N}+]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** Reads a search: an id, reference, e-mail address, phone number in any spelling, name, or a part of one. */
export function readSought(typed: string): Sought {
  const pasted = plainPaste(typed);
  const text = (pasted.includes("@") ? readEmail(pasted) : pasted).replace(AROUND, "");
  const upper = text.toUpperCase().replace(/\s/g, "");
  if (isEnrolmentId(upper)) return { by: "id", key: upper };
  if (isOwnReference(upper)) return { by: "reference", key: upper };
  if (text.includes("@")) {
    const { email } = learnerKeys({ email: text, phone: "" });
    return { by: "email", key: email ?? "" };
  }
  const code = PART_OF_CODE.test(upper) ? upper : null;
  if (/^[\d\s+()./-]+$/.test(text)) {
    const { phone } = learnerKeys({ email: "", phone: text });
    if (phone) return { by: "phone", key: phone };
    const digits = text.replace(/\D/g, "");
    if (digits.length >= MIN_DIGITS) return { by: "part", words: [digits], code };
    return { by: "nothing", why: "Type four digits of the number at least." };
  }
  const words = nameWords(text);
  if (words.length === 0) {
    return { by: "nothing", why: "Type a name, an email address, a phone number or a reference." };
  }
  if (words.every((word) => word.length < MIN_LETTERS)) {
    return { by: "nothing", why: "Type two letters of the name at least." };
  }
  return { by: "part", words, code };
}

/** Sorts cohorts: those without a first class, then the latest first. */
export function latestFirst(cohorts: readonly Cohort[]): Cohort[] {
  const sortText = ({ firstClass }: Cohort) => firstClass ?? "9999";
  return cohorts.toSorted(
    (a, b) => sortText(b).localeCompare(sortText(a)) || b.name.localeCompare(a.name, "en", { numeric: true }),
  );
}

/**
 * Returns the cohorts of content, the latest first, then those that only enrolments name. The recursive query
 * finds each of these in the index after the previous one.
 */
export async function listCohorts(db: Database, cohorts: readonly Cohort[]): Promise<Named[]> {
  const results = await rowsOf<{ cohort: string }>(db)`WITH RECURSIVE named (cohort) AS (
      SELECT MIN(cohort) FROM enrolments WHERE cohort > ''
      UNION ALL
      SELECT (SELECT MIN(cohort) FROM enrolments WHERE cohort > named.cohort)
      FROM named WHERE cohort IS NOT NULL
    )
    SELECT cohort FROM named WHERE cohort IS NOT NULL LIMIT 200`;
  const unlistedCohorts = results.filter(({ cohort }) => !cohorts.some(({ id }) => id === cohort));
  return [
    ...latestFirst(cohorts).map(({ id, name }) => ({ id, name })),
    ...unlistedCohorts.map(({ cohort }) => ({ id: cohort, name: cohortName(cohorts, cohort) })),
  ];
}

/** The order in which rows are read, and the hint that makes SQLite use its index. */
interface Order {
  readonly column: "created_at" | "+created_at" | "next_due_on";
  readonly direction: "ASC" | "DESC";
  /** The place before the first row. */
  readonly beginning: Cursor;
}

export interface Selection {
  readonly conditions: readonly Sql[];
  readonly order: Order;
}

/** The place where the previous page ended. */
export interface Cursor {
  /** A time in ISO 8601, or a day in the list of late payments. */
  readonly at: string;
  readonly id: string;
}

const NEWEST_FIRST: Order = {
  column: "created_at",
  direction: "DESC",
  beginning: { at: "9999", id: "~" },
};

/** The order of a few found rows. The plus makes SQLite sort these instead of reading all by the index. */
const FOUND_ROWS: Order = { ...NEWEST_FIRST, column: "+created_at" };

const LATE_THE_LONGEST_FIRST: Order = {
  column: "next_due_on",
  direction: "ASC",
  beginning: { at: "", id: "" },
};

/** Returns the SQL condition and the order of a filter. @param today the day in Lagos */
export function selectionOf(filter: EnrolmentFilter, today: Day): Selection {
  const { state, owes, course, cohort, flag, from, until } = filter;
  // The plus makes SQLite read the few late enrolments instead of all of a course or a state.
  const plus = owes === "late" ? sql`+` : sql``;
  const cohortId = cohort === NO_COHORT ? "" : (cohort ?? "");
  return {
    conditions: [
      ...(state ? [sql`${plus}state = ${state}`] : []),
      ...(owes === "something" ? [sql`state = 'active' AND ${HAS_TUITION}`] : []),
      ...(owes === "late" ? [isLate(today)] : []),
      ...(course ? [sql`${plus}course_id = ${course}`] : []),
      ...(cohort ? [sql`cohort = ${cohortId}`] : []),
      ...(flag ? [sql`flags <> '' AND flags <> seen_flags`] : []),
      ...(flag && flag !== "any" ? [sql`instr(flags, ${flag}) > 0`] : []),
      ...(from ? [sql`${plus}created_at >= ${lagosTime(from, 0)}`] : []),
      ...(until ? [sql`${plus}created_at < ${lagosTime(addDays(until, 1), 0)}`] : []),
    ],
    order: owes === "late" ? LATE_THE_LONGEST_FIRST : NEWEST_FIRST,
  };
}

/** The most learners of one name that are searched. Staff can type another word. */
const MAX_NAMESAKES = 1000;

/** A character that sorts after every text that begins with the search text. */
const LAST_LETTER = "\u{10FFFF}";

export function selectionFor(sought: Sought): Selection | null {
  switch (sought.by) {
    case "nothing":
      return null;
    case "id":
      return newest(sql`id = ${sought.key}`);
    case "reference":
      return newest(sql`id IN (SELECT enrolment_id FROM payments WHERE reference = ${sought.key})`);
    case "email":
      return { conditions: [ofAddress(sought.key)], order: FOUND_ROWS };
    case "phone":
      return newest(sql`phone_key = ${sought.key}`);
    case "part":
      return { conditions: [withPart(sought)], order: FOUND_ROWS };
  }
}

/** The most words of a search: no name has more, and D1 limits the depth of a condition. */
const MAX_WORDS = 8;

/** Returns the condition on enrolments whose names, numbers, id or reference contain the text. */
function withPart({ words, code }: Extract<Sought, { by: "part" }>): Sql {
  const { parts, joined } = searchedParts(words.slice(0, MAX_WORDS));
  const has = (part: string) => sql`instr(search_text, ${part}) > 0`;
  const hasCode = code
    ? sql`UNION SELECT id FROM enrolments WHERE instr(id, ${code}) > 0
      UNION SELECT enrolment_id FROM payments WHERE instr(reference, ${code}) > 0`
    : sql``;
  return sql`id IN (SELECT /* full scan allowed */ id FROM enrolments INDEXED BY enrolments_by_search_text
      WHERE (${joinSql(parts.map(has), " AND ")}) OR ${has(joined)}
    ${hasCode} LIMIT ${MAX_NAMESAKES})`;
}

/** Returns the condition on enrolments whose learner's or payer's address begins with a text. */
function ofAddress(beginning: string): Sql {
  const end = beginning + LAST_LETTER;
  return sql`id IN (SELECT id FROM enrolments WHERE email_key >= ${beginning} AND email_key < ${end}
    UNION SELECT enrolment_id FROM payments
      WHERE payer_email <> '' AND lower(payer_email) >= ${beginning} AND lower(payer_email) < ${end}
    LIMIT ${MAX_NAMESAKES})`;
}

function newest(condition: Sql): Selection {
  return { conditions: [condition], order: NEWEST_FIRST };
}
