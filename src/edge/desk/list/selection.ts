/** Filters and searches of enrolments, and the conditions and orders for them, which indexes serve. */
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
/** In the place of a cohort: those who are in none. */
export const NO_COHORT = "none";

/** The filter of a list. It has no personal data, since it is part of addresses. */
export interface EnrolmentFilter {
  readonly state: EnrolmentState | null;
  /** something: has started to pay, and something is left · late: a payment is overdue. */
  readonly owes: (typeof OWES)[number] | null;
  readonly course: string | null;
  readonly cohort: string | null;
  /** One that staff have not looked at. */
  readonly flag: (typeof FLAGS)[number] | null;
  /** The first and the last day in Lagos on which it was started. */
  readonly from: Day | null;
  readonly until: Day | null;
}

/** Reads the filter of an address; an unknown choice counts as not chosen. */
export function readFilter(params: URLSearchParams): EnrolmentFilter {
  const chosen = <Each extends string>(name: string, among: readonly Each[]): Each | null =>
    among.find((candidate) => candidate === params.get(name)) ?? null;
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

/** Returns the day in an address; null where there is none. */
export function dayIn(params: URLSearchParams, name: string): Day | null {
  const text = params.get(name) ?? "";
  return isDay(text) ? text : null;
}

/** A list's filter for an address, without "?"; empty where nothing is chosen. */
export function filterText(filter: object): string {
  const chosen = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(chosen).toString();
}

export type Sought =
  | { readonly by: "id" | "reference" | "email" | "phone"; readonly key: string }
  /** The words of a name, or digits of a number, and the same as a part of an id or a reference; null where it is too short. */
  | { readonly by: "part"; readonly words: readonly string[]; readonly code: string | null }
  | { readonly by: "nothing"; readonly why: string };

const LEAST_LETTERS = 2;
/** The list shows the last four digits of a phone number. */
const LEAST_DIGITS = 4;
/** So much of an id or a reference is no name, and not every one of a year. */
const PART_OF_CODE = /^[A-Z0-9-]{5,}$/;

/** The characters around something that was copied out of a mail or a list. */
const AROUND = /^[^\p{L}\p{N}+]+|[^\p{L}\p{M}\p{N}]+$/gu;

/**
 * Reads what was typed or pasted into the search: an id, a reference, an e-mail address, a phone number in any spelling, a
 * name, or a part of any of these.
 */
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
    if (digits.length >= LEAST_DIGITS) return { by: "part", words: [digits], code };
    return { by: "nothing", why: "Type four digits of the number at least." };
  }
  const words = nameWords(text);
  if (words.length === 0)
    return { by: "nothing", why: "Type a name, an email address, a phone number or a reference." };
  if (words.every((word) => word.length < LEAST_LETTERS)) {
    return { by: "nothing", why: "Type two letters of the name at least." };
  }
  return { by: "part", words, code };
}

/** The cohorts without a first class, then the latest first. */
export function latestFirst(cohorts: readonly Cohort[]): Cohort[] {
  const sortText = ({ firstClass }: Cohort) => firstClass ?? "9999";
  return cohorts.toSorted(
    (a, b) => sortText(b).localeCompare(sortText(a)) || b.name.localeCompare(a.name, "en", { numeric: true }),
  );
}

/** All cohorts, the latest first, then those that only enrolments have, each looked up in the index after the one before. */
export async function knownCohorts(db: Database, cohorts: readonly Cohort[]): Promise<Named[]> {
  const results = await rowsOf<{ cohort: string }>(db)`WITH RECURSIVE known (cohort) AS (
      SELECT MIN(cohort) FROM enrolments WHERE cohort > ''
      UNION ALL
      SELECT (SELECT MIN(cohort) FROM enrolments WHERE cohort > known.cohort)
      FROM known WHERE cohort IS NOT NULL
    )
    SELECT cohort FROM known WHERE cohort IS NOT NULL LIMIT 200`;
  const unlistedCohorts = results.filter(({ cohort }) => !cohorts.some(({ id }) => id === cohort));
  return [
    ...latestFirst(cohorts).map(({ id, name }) => ({ id, name })),
    ...unlistedCohorts.map(({ cohort }) => ({ id: cohort, name: cohortName(cohorts, cohort) })),
  ];
}

/** In which order rows are read, and how SQLite is made to use the index for it. */
interface Order {
  readonly column: "created_at" | "+created_at" | "next_due_on";
  readonly direction: "ASC" | "DESC";
  /** Comes before every row. */
  readonly beginning: Cursor;
}

export interface Selection {
  readonly conditions: readonly Sql[];
  readonly order: Order;
}

/** The place where the previous page ended. */
export interface Cursor {
  /** A time in ISO 8601; in the list of those who are late, a day. */
  readonly at: string;
  readonly id: string;
}

const NEWEST_FIRST: Order = {
  column: "created_at",
  direction: "DESC",
  beginning: { at: "9999", id: "~" },
};

/** For rows given by their ids: the plus makes SQLite sort these few, and not read all in order until enough fit. */
const NAMED_ROWS: Order = { ...NEWEST_FIRST, column: "+created_at" };

const LATE_THE_LONGEST_FIRST: Order = {
  column: "next_due_on",
  direction: "ASC",
  beginning: { at: "", id: "" },
};

/** @param today in Lagos */
export function selectionOf(filter: EnrolmentFilter, today: Day): Selection {
  const { state, owes, course, cohort, flag, from, until } = filter;
  // The plus makes SQLite read the few who are late, and not all of a course or a state.
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

/** How many learners of one name are looked through: to find someone else, staff type another word. */
const MOST_NAMESAKES = 1000;

/** Sorts after every text that begins with the search text. */
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
      return { conditions: [ofAddress(sought.key)], order: NAMED_ROWS };
    case "phone":
      return newest(sql`phone_key = ${sought.key}`);
    case "part":
      return { conditions: [withPart(sought)], order: NAMED_ROWS };
  }
}

/** How many words of a name are looked for: an id has no more, and D1 takes no deeper condition. */
const MOST_WORDS = 8;

/** A condition on enrolments: names or numbers of theirs have these words, or their id or a payment's reference has the code. */
function withPart({ words, code }: Extract<Sought, { by: "part" }>): Sql {
  const { parts, joined } = searchedParts(words.slice(0, MOST_WORDS));
  const has = (part: string) => sql`instr(search_text, ${part}) > 0`;
  const hasCode = code
    ? sql`UNION SELECT id FROM enrolments WHERE instr(id, ${code}) > 0
      UNION SELECT enrolment_id FROM payments WHERE instr(reference, ${code}) > 0`
    : sql``;
  return sql`id IN (SELECT /* reads whole tables */ id FROM enrolments INDEXED BY enrolments_by_search_text
      WHERE (${joinSql(parts.map(has), " AND ")}) OR ${has(joined)}
    ${hasCode} LIMIT ${MOST_NAMESAKES})`;
}

/** A condition on enrolments: the learner's address begins so, or that of somebody who paid. */
function ofAddress(beginning: string): Sql {
  const end = beginning + LAST_LETTER;
  return sql`id IN (SELECT id FROM enrolments WHERE email_key >= ${beginning} AND email_key < ${end}
    UNION SELECT enrolment_id FROM payments
      WHERE payer_email <> '' AND lower(payer_email) >= ${beginning} AND lower(payer_email) < ${end}
    LIMIT ${MOST_NAMESAKES})`;
}

function newest(condition: Sql): Selection {
  return { conditions: [condition], order: NEWEST_FIRST };
}
