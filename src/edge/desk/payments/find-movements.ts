import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { readLearner } from "~/domain/enrolment/learner.ts";
import type { PaymentFlag, PaymentStatus } from "~/domain/payments/payment-history.ts";
import { type Database, joinSql, rowsOf, type Sql, sql } from "~/edge/database.ts";
import type { ListPart } from "~/edge/http/csv.ts";
import { IS_FLAGGED } from "~/edge/payments/payment-record.ts";
import { CHANNELS, type Channel } from "~/edge/payments/provider.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { type Cursor, dayIn } from "../list/selection.ts";

/** How the payments stand that a list shows, in the order of its filter. */
export const PAYMENT_STATES = ["kept", "returned", "flagged"] as const;
type PaymentState = (typeof PAYMENT_STATES)[number];

/** The filter of the list of payments. It has no personal data, since it is part of addresses. */
export interface MovementFilter {
  /** The first and the last day in Lagos. */
  readonly from: Day;
  readonly until: Day;
  readonly provider: Channel | null;
  readonly course: string | null;
  /** kept: nothing went back · returned: some or all of it did · flagged: staff have to look at it. */
  readonly state: PaymentState | null;
}

const DAYS = 7;

/** Reads the filter of an address. Without days it is the last seven; an unknown choice counts as not chosen. */
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

/** Money that came: one charge of a payment. */
export interface Movement {
  /** The event's id, which gives its place among all events. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  readonly provider: Channel;
  readonly currency: string;
  /** Kobo or cents. */
  readonly amountMinor: number;
  /** The amount that went back of its payment until now; kobo or cents. */
  readonly returnedMinor: number;
  readonly reference: string;
  readonly status: PaymentStatus;
  /** One that staff have not looked at. */
  readonly flag: PaymentFlag | null;
  readonly enrolmentId: string | null;
  /** The learner's name at the desk, or the payer's where there is no enrolment. */
  readonly name: string;
  readonly courseName: string;
  /** The numbers of the charges that the payment is for. */
  readonly charges: readonly number[];
  /** How many charges its enrolment has in that currency. */
  readonly chargeCount: number;
}

const CHARGED = sql`(SELECT SUM(amount_minor) FROM payment_events AS charged WHERE charged.reference = payments.reference
  AND charged.kind = 'charged' AND NOT ${isRetracted(sql`charged`)})`;

/** A condition on a charge: staff had recorded it by mistake. */
function isRetracted(charge: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM payment_events AS retracted WHERE retracted.reference = ${charge}.reference
    AND retracted.kind = 'retracted' AND substr(retracted.event_id, 11) = substr(${charge}.event_id, 9))`;
}

function conditionsOf({ from, until, provider, course, state }: MovementFilter): Sql[] {
  const states = {
    kept: sql`payments.paid_minor >= ${CHARGED}`,
    returned: sql`payments.paid_minor < ${CHARGED}`,
    flagged: IS_FLAGGED,
  };
  const providers = provider ? [provider] : CHANNELS;
  return [
    sql`event.provider IN (SELECT value FROM json_each(${JSON.stringify(providers)}))`,
    sql`event.kind = 'charged'`,
    sql`event.occurred_at >= ${lagosTime(from, 0)} AND event.occurred_at < ${lagosTime(addDays(until, 1), 0)}`,
    sql`NOT ${isRetracted(sql`event`)}`,
    ...(course ? [sql`payments.course_id = ${course}`] : []),
    ...(state ? [states[state]] : []),
  ];
}

const JOINED = sql`payment_events AS event JOIN payments ON payments.reference = event.reference`;

type Row = Omit<Movement, "name" | "charges"> & {
  readonly charges: string;
  readonly learner: string | null;
  readonly erasedAt: string | null;
  readonly customerName: string;
};

/** Returns what came, the latest first. @param after where the page before ended */
export async function listMovements(
  db: Database,
  filter: MovementFilter,
  { after, limit }: { readonly after?: Cursor | undefined; readonly limit: number },
): Promise<ListPart<Movement, Cursor>> {
  const page = after ? [sql`(event.occurred_at, event.id) < (${after.at}, ${Number(after.id)})`] : [];
  // First the rows of the page, then their columns: what is computed for each is not computed for all that are sorted.
  const results = await rowsOf<Row>(db)`WITH page AS MATERIALIZED (
      SELECT event.id FROM ${JOINED} WHERE ${joinSql([...conditionsOf(filter), ...page], " AND ")}
      ORDER BY event.occurred_at DESC, event.id DESC LIMIT ${limit + 1}
    )
    SELECT event.id, event.occurred_at AS occurredAt, event.provider, event.currency, event.amount_minor AS amountMinor,
      MAX(0, ${CHARGED} - payments.paid_minor) AS returnedMinor, payments.reference, payments.status,
      iif(${IS_FLAGGED}, flag, NULL) AS flag, enrolment_id AS enrolmentId, payments.course_name AS courseName, charges,
      learner, enrolments.erased_at AS erasedAt, customer_name AS customerName,
      (SELECT COUNT(*) FROM charges WHERE charges.enrolment_id = enrolments.id
        AND charges.currency = payments.currency) AS chargeCount
    FROM page CROSS JOIN payment_events AS event ON event.id = page.id
    JOIN payments ON payments.reference = event.reference
    LEFT JOIN enrolments ON enrolments.id = payments.enrolment_id
    ORDER BY event.occurred_at DESC, event.id DESC`;
  const rows = results.slice(0, limit).map(toMovement);
  const last = results.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? { at: last.occurredAt, id: String(last.id) } : null };
}

function toMovement({ learner, erasedAt, customerName, charges, ...row }: Row): Movement {
  return {
    ...row,
    charges: JSON.parse(charges),
    name:
      learner === null
        ? customerName
        : learnerName({ learner: readLearner(learner), erasedAt: erasedAt ? `${row.enrolmentId}` : null }),
  };
}

/**
 * The sum that came in a currency, the number of charges, and the sum that went back of their payments; kobo
 * or cents.
 */
export interface MovementSum {
  readonly currency: string;
  readonly count: number;
  readonly amountMinor: number;
  readonly returnedMinor: number;
}

export async function sumMovements(db: Database, filter: MovementFilter): Promise<MovementSum[]> {
  return rowsOf<MovementSum>(db)`
    SELECT currency, SUM(count) AS count, SUM(amount) AS amountMinor, SUM(returned) AS returnedMinor FROM (
      SELECT event.currency, COUNT(*) AS count, SUM(event.amount_minor) AS amount,
        MAX(0, ${CHARGED} - payments.paid_minor) AS returned
      FROM ${JOINED} WHERE ${joinSql(conditionsOf(filter), " AND ")} GROUP BY event.currency, payments.reference)
    GROUP BY currency ORDER BY currency`;
}
