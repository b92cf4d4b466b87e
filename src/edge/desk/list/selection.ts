/** Which enrolments a list shows, and in which order: conditions and orders that indexes serve. */
import type { Day } from "~/domain/dates/day.ts";
import { searchedParts } from "~/domain/enrolment/search-text.ts";
import { joinSql, type Sql, sql } from "~/edge/database.ts";
import { isLate } from "~/edge/enrolments/overdue-charges.ts";
import { type EnrolmentFilter, NO_COHORT, type Sought } from "./enrolment-filter.ts";

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

/** Where the page before ended. */
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
export function selectionOf({ state, owes, course, cohort, flag }: EnrolmentFilter, today: Day): Selection {
  // The plus makes SQLite read the few who are late, and not all of a course or a state.
  const plus = owes === "late" ? sql`+` : sql``;
  const cohortId = cohort === NO_COHORT ? "" : (cohort ?? "");
  return {
    conditions: [
      ...(state ? [sql`${plus}state = ${state}`] : []),
      ...(owes === "something" ? [sql`state = 'active'`] : []),
      ...(owes === "late" ? [isLate(today)] : []),
      ...(course ? [sql`${plus}course_id = ${course}`] : []),
      ...(cohort ? [sql`cohort = ${cohortId}`] : []),
      ...(flag ? [sql`flags <> '' AND flags <> seen_flags`] : []),
      ...(flag && flag !== "any" ? [sql`instr(flags, ${flag}) > 0`] : []),
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
