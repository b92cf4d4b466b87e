import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { readLearner } from "~/domain/enrolment/learner.ts";
import { type PaperPlace, paperNumber } from "~/domain/payments/papers.ts";
import type { PaymentFlag, PaymentStatus } from "~/domain/payments/payment-history.ts";
import { type Database, joinSql, rowsOf, type Sql, sql } from "~/edge/database.ts";
import type { ListPart } from "~/edge/http/csv.ts";
import { HAS_UNSEEN_FLAG } from "~/edge/payments/payment-record.ts";
import { CHANNELS, type Channel } from "~/edge/payments/provider.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { type Cursor, dayIn } from "../list/selection.ts";

/** The states of payments, in the order of the filter. */
const PAYMENT_STATES = ["kept", "refunded", "flagged"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The filter of the list of payments. It has no personal data, since it is part of addresses. */
export interface MovementFilter {
  /** The first and the last day in Lagos. */
  readonly from: Day;
  readonly until: Day;
  readonly provider: Channel | null;
  readonly course: string | null;
  /** "kept": nothing went back. "refunded": some or all of it did. "flagged": staff must look at it. */
  readonly state: PaymentState | null;
}

const DAYS = 7;

/** Reads the filter of an address, by default the last seven days. An unknown choice is ignored. */
export function readMovementFilter(params: URLSearchParams, now: Date): MovementFilter {
  const today = lagosDay(now);
  return {
    from: dayIn(params, "from") ?? addDays(today, 1 - DAYS),
    until: dayIn(params, "until") ?? today,
    provider: CHANNELS.find((channel) => channel === params.get("provider")) ?? null,
    course: params.get("course") || null,
    state: PAYMENT_STATES.find((state) => state === params.get("state")) ?? null,
  };
}

/** Money that came or went back, which a receipt or a credit note documents. */
export interface Movement extends PaperPlace {
  /** The id of the paper. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  readonly issuedAt: string;
  readonly provider: Channel;
  readonly currency: string;
  /** The amount in kobo or cents. A credit note's is below zero if the academy got money again. */
  readonly amountMinor: number;
  /** The VAT that the amount includes; `null` if the academy was not registered for it. */
  readonly vatMinor: number | null;
  /** The amount of a receipt's payment that has gone back, in kobo or cents. */
  readonly returnedMinor: number;
  /** The number of the receipt that a credit note is about. */
  readonly receipt: string;
  readonly reference: string;
  readonly status: PaymentStatus;
  /** A flag that staff have not looked at. */
  readonly flag: PaymentFlag | null;
  readonly enrolmentId: string | null;
  /** The learner's name, or the payer's if there is no enrolment. */
  readonly name: string;
  readonly courseName: string;
  /** The numbers of the charges that the payment is for. */
  readonly charges: readonly number[];
  /** The number of the enrolment's charges in that currency. */
  readonly chargeCount: number;
}

/** A month in Lagos: "2026-11". */
export type Month = string;

/** The selection of movements: a list's filter, or a month. */
export type Selection = MovementFilter | Month;

/** The SQL of the amount that went back of a paper's payment. */
const RETURNED = sql`(SELECT coalesce(MAX(0, SUM(amount_minor)), 0) FROM papers AS note
  WHERE note.reference = paper.reference AND note.kind = 'credit-note' AND note.currency = paper.currency)`;

/** The condition on receipts of charges that staff recorded by mistake and took back. */
const IS_RETRACTED = sql`EXISTS (SELECT 1 FROM payment_events AS retracted
  WHERE retracted.reference = paper.reference AND retracted.kind = 'retracted'
    AND substr(retracted.event_id, 11) = substr(paper.event_id, 9))`;

export function conditionsOf(selection: Selection): Sql {
  if (typeof selection === "string") {
    const first = `${selection}-01`;
    return movedBetween(first, firstDayAfter(first));
  }
  const { from, until, provider, course, state } = selection;
  const states = {
    kept: sql`${RETURNED} = 0`,
    refunded: sql`${RETURNED} > 0`,
    flagged: HAS_UNSEEN_FLAG,
  };
  const conditions = [
    sql`paper.kind = 'receipt'`,
    movedBetween(from, addDays(until, 1)),
    sql`NOT ${IS_RETRACTED}`,
    ...(provider ? [sql`paper.provider = ${provider}`] : []),
    ...(course ? [sql`payments.course_id = ${course}`] : []),
    ...(state ? [states[state]] : []),
  ];
  return joinSql(conditions, " AND ");
}

/** Returns the first day after a month that begins on `first`. */
function firstDayAfter(first: Day): Day {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}

function movedBetween(from: Day, to: Day): Sql {
  return sql`paper.moved_at >= ${lagosTime(from, 0)} AND paper.moved_at < ${lagosTime(to, 0)}`;
}

export const JOINED = sql`papers AS paper LEFT JOIN payments ON payments.reference = paper.reference`;

type Row = Omit<Movement, "name" | "charges" | "receipt"> & {
  readonly charges: string;
  readonly receipt: string;
  readonly learner: string | null;
  readonly erasedAt: string | null;
  readonly customerName: string;
};

/** Lists movements, the latest first. @param after the place where the previous page ended */
export async function listMovements(
  db: Database,
  selection: Selection,
  { after, limit }: { readonly after?: Cursor | undefined; readonly limit: number },
): Promise<ListPart<Movement, Cursor>> {
  const page = after ? sql`(paper.moved_at, paper.id) < (${after.at}, ${Number(after.id)})` : sql`TRUE`;
  // The page's rows are selected first, so that their columns are not computed for all sorted rows.
  const results = await rowsOf<Row>(db)`WITH page AS MATERIALIZED (
      SELECT paper.id FROM ${JOINED} WHERE ${conditionsOf(selection)} AND ${page}
      ORDER BY paper.moved_at DESC, paper.id DESC LIMIT ${limit + 1}
    )
    SELECT paper.id, paper.kind, paper.year, paper.number, paper.moved_at AS occurredAt, issued_at AS issuedAt,
      paper.provider, paper.currency, amount_minor AS amountMinor, vat_minor AS vatMinor,
      ${RETURNED} AS returnedMinor, paper.reference, coalesce(payments.status, 'unpaid') AS status,
      iif(${HAS_UNSEEN_FLAG}, flag, NULL) AS flag, enrolment_id AS enrolmentId,
      coalesce(payments.course_name, '') AS courseName, coalesce(charges, '[]') AS charges,
      (SELECT json_object('kind', kind, 'year', year, 'number', number) FROM papers AS receipt
        WHERE receipt.reference = paper.reference AND receipt.kind = 'receipt' ORDER BY id LIMIT 1) AS receipt,
      learner, enrolments.erased_at AS erasedAt, coalesce(customer_name, '') AS customerName,
      (SELECT COUNT(*) FROM charges WHERE charges.enrolment_id = enrolments.id
        AND charges.currency = payments.currency) AS chargeCount
    FROM page CROSS JOIN papers AS paper ON paper.id = page.id
    LEFT JOIN payments ON payments.reference = paper.reference
    LEFT JOIN enrolments ON enrolments.id = payments.enrolment_id
    ORDER BY paper.moved_at DESC, paper.id DESC`;
  const rows = results.slice(0, limit).map(toMovement);
  const last = results.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? { at: last.occurredAt, id: String(last.id) } : null };
}

function toMovement({ learner, erasedAt, customerName, charges, receipt, ...row }: Row): Movement {
  return {
    ...row,
    charges: JSON.parse(charges),
    receipt: paperNumber(JSON.parse(receipt)),
    name: learner === null ? customerName : learnerName({ learner: readLearner(learner), erasedAt }),
  };
}

/** A currency's receipts: their sum and number, and the sum that went back, in kobo or cents. */
export interface MovementSum {
  readonly currency: string;
  readonly count: number;
  readonly amountMinor: number;
  readonly returnedMinor: number;
}

export async function sumMovements(db: Database, filter: MovementFilter): Promise<MovementSum[]> {
  return rowsOf<MovementSum>(db)`
    SELECT currency, SUM(count) AS count, SUM(amount) AS amountMinor, SUM(returned) AS returnedMinor FROM (
      SELECT paper.currency, COUNT(*) AS count, SUM(paper.amount_minor) AS amount, ${RETURNED} AS returned
      FROM ${JOINED} WHERE ${conditionsOf(filter)} GROUP BY paper.currency, paper.reference)
    GROUP BY currency ORDER BY currency`;
}
