/** The table of the refunds that owners requested from a provider. */
import { type Currency, fromMinor, type Money } from "~/domain/money/money.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";

/** The state of a refund request. In "needs-attention" the provider waits for the payer's bank details. */
export type RefundState = "requested" | "sent" | "done" | "failed" | "needs-attention";

export interface RefundRequest {
  /** The token of the desk form that requested the refund. */
  readonly id: string;
  readonly reference: string;
  readonly amount: Money;
  readonly state: RefundState;
  /** The provider's number of the refund; `null` until it is known. */
  readonly refundId: string | null;
  /** The provider's code for a failure; otherwise empty. */
  readonly reason: string;
  /** ISO 8601, UTC, like the other times. */
  readonly requestedAt: string;
  /** The time at which the request was last sent to the provider; `null` before. */
  readonly sentAt: string | null;
  /** The time at which the refund was found to be done. The money may have come back since. */
  readonly doneAt: string | null;
}

type StoredRequest = Omit<RefundRequest, "amount"> & {
  readonly amountMinor: number;
  readonly currency: Currency;
};

const AS_JSON = sql`json_object('id', id, 'reference', refund_requests.reference, 'amountMinor', amount_minor,
  'currency', refund_requests.currency, 'state', state, 'refundId', refund_id, 'reason', reason,
  'requestedAt', requested_at, 'sentAt', sent_at, 'doneAt', done_at)`;

function toRequest({ amountMinor, currency, ...request }: StoredRequest): RefundRequest {
  return { ...request, amount: fromMinor(currency, amountMinor) };
}

/** A column of a query of payments: the requests of each payment, as JSON for {@link readRequests}. */
export const REQUESTS_OF_PAYMENT = sql`(SELECT json_group_array(${AS_JSON}) FROM refund_requests
  WHERE refund_requests.reference = payments.reference)`;

/** Reads requests from JSON, oldest first. */
export function readRequests(json: string): RefundRequest[] {
  const stored: StoredRequest[] = JSON.parse(json);
  return stored.map(toRequest).sort((a, b) => a.requestedAt.localeCompare(b.requestedAt));
}

/** Whether the refund may still take money from what the academy holds. */
export function isOpen({ state }: RefundRequest): boolean {
  return state === "requested" || state === "sent" || state === "needs-attention";
}

export async function findRequest(db: Database, id: string): Promise<RefundRequest | null> {
  const row = await statement(db)`SELECT ${AS_JSON} AS request FROM refund_requests
    WHERE id = ${id}`.first<{ request: string }>();
  return row && toRequest(JSON.parse(row.request));
}

/** Adds a request. The statement, and its batch, fails while another refund of the payment is open. */
export function addingRequest(
  db: Database,
  { id, reference, amount }: Pick<RefundRequest, "id" | "reference" | "amount">,
  now: Date,
): Statement {
  const row = {
    id,
    reference,
    amount_minor: amount.minor,
    currency: amount.currency,
    requested_at: now,
    next_check_at: now,
  };
  return insertInto(db, "refund_requests", row);
}

/** Finds the due requests' ids, of one payment or of all (`null`), the longest due first. */
export async function dueRequests(
  db: Database,
  { reference, now, limit }: { reference: string | null; now: Date; limit: number },
): Promise<string[]> {
  const ofPayment = reference === null ? sql`` : sql`AND reference = ${reference}`;
  const rows = await rowsOf<{ id: string }>(db)`SELECT id FROM refund_requests
    WHERE next_check_at <= ${now} ${ofPayment} ORDER BY next_check_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Schedules a check of a payment's refund requests now, because a refund of it was reported. */
export function schedulingRefundChecks(db: Database, reference: string, now: Date): Statement {
  return statement(db)`UPDATE refund_requests SET next_check_at = ${now} WHERE reference = ${reference}`;
}

/** Postpones a due check that broke off, so that others come before it. */
export function postponingCheck(db: Database, id: string, { now, to }: { now: Date; to: Date }): Statement {
  return statement(db)`UPDATE refund_requests SET next_check_at = ${to}
    WHERE id = ${id} AND next_check_at <= ${now}`;
}

/**
 * Claims the next sending of a request to the provider, and stores its time. The state changes only with the outcome.
 * @returns false if the request is decided or given up, or if another process has sent it since it was read
 */
export async function claimSending(db: Database, { id, sentAt }: RefundRequest, now: Date): Promise<boolean> {
  const { meta } = await statement(db)`UPDATE refund_requests SET sent_at = ${now}
    WHERE id = ${id} AND state = 'requested' AND sent_at IS ${sentAt}`.run();
  return meta.changes > 0;
}

export interface RefundOutcome extends Pick<RefundRequest, "state" | "refundId" | "reason"> {
  readonly nextCheckAt: Date | null;
}

/**
 * Saves an outcome, unless the state has changed. A next check that another process has scheduled meanwhile stays.
 * @param now the time at which the check of the request began
 */
export function savingOutcome(
  db: Database,
  request: RefundRequest,
  { state, refundId, reason, nextCheckAt }: RefundOutcome,
  now: Date,
): Statement[] {
  const doneAt = state === "done" ? (request.doneAt ?? now.toISOString()) : request.doneAt;
  const saving = statement(db)`UPDATE refund_requests
    SET state = ${state}, refund_id = ${refundId}, reason = ${reason}, done_at = ${doneAt},
      next_check_at = iif(next_check_at > ${now}, next_check_at, ${nextCheckAt})
    WHERE id = ${request.id} AND state = ${request.state}`;
  const noting = statement(
    db,
  )`UPDATE desk_actions SET detail = ${`Failed: ${reason}`} WHERE token = ${request.id}`;
  return reason ? [saving, noting] : [saving];
}
