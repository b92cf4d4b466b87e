/** The table of the refunds that an owner asked a provider for. */
import { type Currency, fromMinor, type Money } from "~/domain/money/money.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";

/** needs-attention: the provider waits for the payer's bank details. */
export type RefundState = "requested" | "sent" | "done" | "failed" | "needs-attention";

export interface RefundRequest {
  /** The token of the form that asked for it. */
  readonly id: string;
  readonly reference: string;
  readonly amount: Money;
  readonly state: RefundState;
  /** The provider's number of the refund; null until it is known. */
  readonly refundId: string | null;
  /** Why it failed, in the provider's word; empty otherwise. */
  readonly reason: string;
  /** ISO 8601, UTC, like every time here. */
  readonly requestedAt: string;
  /** When the provider was last asked to refund; null before. */
  readonly sentAt: string | null;
  /** When it was found to be done; it may have come back since. */
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

/** The requests of a row of `payments`, as JSON for {@link readRequests}. */
export const REQUESTS_OF_PAYMENT = sql`(SELECT json_group_array(${AS_JSON}) FROM refund_requests
  WHERE refund_requests.reference = payments.reference)`;

/** Returns the requests oldest first. */
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

/** Fails, and its batch with it, while another refund of the payment is open. */
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

/** @param reference those of one payment; null for all @returns the ids, the longest due first */
export async function dueRequests(
  db: Database,
  { reference, now, limit }: { reference: string | null; now: Date; limit: number },
): Promise<string[]> {
  const of = reference === null ? sql`` : sql`AND reference = ${reference}`;
  const rows = await rowsOf<{ id: string }>(db)`SELECT id FROM refund_requests
    WHERE next_check_at <= ${now} ${of} ORDER BY next_check_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Has the provider asked how the refunds of a payment stand, since something was reported of one. */
export function wakingRequests(db: Database, reference: string, now: Date): Statement {
  return statement(db)`UPDATE refund_requests SET next_check_at = ${now} WHERE reference = ${reference}`;
}

/** Notes that the provider is asked now. @returns false where another process was first */
export async function noteSent(db: Database, { id, sentAt }: RefundRequest, now: Date): Promise<boolean> {
  const { meta } = await statement(db)`UPDATE refund_requests SET sent_at = ${now}
    WHERE id = ${id} AND state = 'requested' AND sent_at IS ${sentAt}`.run();
  return meta.changes > 0;
}

export interface RefundOutcome extends Pick<RefundRequest, "state" | "refundId" | "reason"> {
  readonly nextCheckAt: Date | null;
}

/**
 * Changes nothing where the request has gone on since it was read. A check that was asked for meanwhile is still made. The
 * trail's line of the action keeps the provider's own word.
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
