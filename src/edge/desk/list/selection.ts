/** Which enrolments a list shows, and in which order: conditions and orders that indexes serve. */
import type { Day } from "~/domain/dates/day.ts";
import { IS_LATE } from "~/edge/enrolments/overdue-charges.ts";
import { type EnrolmentFilter, NO_COHORT, type Sought } from "./enrolment-filter.ts";

/** A condition on the rows of enrolments, and what is bound in it. */
interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** In which order rows are read, and how SQLite is made to use the index for it. */
interface Order {
  readonly column: "created_at" | "+created_at" | "next_due_on";
  readonly direction: "ASC" | "DESC";
  /** Comes before every row. */
  readonly beginning: Cursor;
}

/** Which enrolments, and in which order. */
export interface Selection {
  readonly conditions: readonly Condition[];
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
  const where = (sql: string, ...values: string[]): Condition => ({ sql, values });
  // The plus makes SQLite read the few who are late, and not all of a course or a state.
  const plus = owes === "late" ? "+" : "";
  const cohortId = cohort === NO_COHORT ? "" : (cohort ?? "");
  return {
    conditions: [
      ...(state ? [where(`${plus}state = ?`, state)] : []),
      ...(owes === "something" ? [where("state = 'active'")] : []),
      ...(owes === "late" ? [where(IS_LATE, today)] : []),
      ...(course ? [where(`${plus}course_id = ?`, course)] : []),
      ...(cohort ? [where("cohort = ?", cohortId)] : []),
      ...(flag ? [where("flags <> '' AND flags <> seen_flags")] : []),
      ...(flag && flag !== "any" ? [where("instr(flags, ?) > 0", flag)] : []),
    ],
    order: owes === "late" ? LATE_THE_LONGEST_FIRST : NEWEST_FIRST,
  };
}

/** How many learners of one name are looked through: to find someone else, staff type another word. */
const MOST_NAMESAKES = 1000;

/** Sorts after every text that begins with the search text. */
const LAST_LETTER = "\u{10FFFF}";

/** null where the search is empty. */
export function selectionFor(sought: Sought): Selection | null {
  switch (sought.by) {
    case "nothing":
      return null;
    case "id":
      return newest("id = ?", sought.key);
    case "reference":
      return newest("id IN (SELECT enrolment_id FROM payments WHERE reference = ?)", sought.key);
    case "email":
      return newest("email_key >= ? AND email_key < ?", sought.key, sought.key + LAST_LETTER);
    case "phone":
      return newest("phone_key = ?", sought.key);
    case "name": {
      const named = sought.words
        .map(() => "SELECT enrolment_id FROM enrolment_names WHERE word >= ? AND word < ?")
        .join(" INTERSECT ");
      const values = sought.words.flatMap((word) => [word, word + LAST_LETTER]);
      const sql = `id IN (SELECT enrolment_id FROM (${named}) LIMIT ${MOST_NAMESAKES})`;
      return { conditions: [{ sql, values }], order: NAMED_ROWS };
    }
  }
}

function newest(sql: string, ...values: string[]): Selection {
  return { conditions: [{ sql, values }], order: NEWEST_FIRST };
}
