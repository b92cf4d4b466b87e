/**
 * The outbox: orders and their payments, stored in this browser from before a checkout opens until staff
 * have the mails.
 *
 * opened: saved before the first request to the provider, and removed once it is known that nothing was
 * paid. On a later visit it belongs to a tab that was closed while paying, or to a checkout with an unknown
 * result: the edge is asked, and then the visitor.
 * paid: removed when every mail was accepted and the receipt was shown.
 * unconfirmed: removed when every mail was accepted and the visitor has acknowledged it, so that a reload
 * does not offer to pay again.
 *
 * After a month (MAX_AGE_MS) an entry is removed, because personal data must not stay in a browser. A paid
 * entry with undelivered mails stays.
 * If storage is blocked, entries live as long as the page, and the provider's record is the only copy.
 */

import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import { MAX_AGE_MS, persistedList } from "~/browser/stores/persisted-list.ts";
import { completeLearner, type Learner, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { SeenPayment } from "~/domain/payments/visible-status.ts";

export interface OutboxEntry {
  readonly order: Order;
  readonly payment: SeenPayment;
  /** Sender of the mails: the site's role, or its address where a gateway delivers. */
  readonly sender: string;
  /** Staff who get the mails, in this order: roles, or addresses where a gateway delivers. */
  readonly recipients: readonly string[];
  readonly delivered: readonly string[];
  readonly isReceiptShown?: boolean;
  /** The visitor has read the result of the payment. */
  readonly isAcknowledged?: boolean;
}

const outbox = persistedList({
  prefix: OUTBOX_KEY,
  readEntry,
  idOf: ({ order }) => order.reference,
  timeOf: ({ order }) => order.startedAt,
});

export const readOutbox = outbox.read;

export function findEntry(reference: string): OutboxEntry | null {
  return readOutbox().find((entry) => entry.order.reference === reference) ?? null;
}

export const saveEntry: (entry: OutboxEntry) => void = outbox.put;

export const removeEntry = outbox.remove;

/** Returns entries with an unknown or unread result. While there are any, nothing can be paid again. */
export function unresolvedEntries(): OutboxEntry[] {
  return readOutbox().filter(({ payment, isAcknowledged }) => payment.status === "opened" || !isAcknowledged);
}

export function isDelivered({ recipients, delivered }: OutboxEntry): boolean {
  return recipients.every((recipient) => delivered.includes(recipient));
}

/** Marks an entry's result as read by the visitor. The entry is removed as soon as it is delivered. */
export function acknowledge(reference: string): void {
  const entry = findEntry(reference);
  if (entry) updateOrRemove(entry, { isAcknowledged: true });
}

/** Marks a receipt as shown. Its entry is removed once delivered; until then a reload shows it again. */
export function markReceiptShown(reference: string): void {
  const entry = findEntry(reference);
  if (entry?.payment.status === "paid") updateOrRemove(entry, { isReceiptShown: true });
}

function updateOrRemove(
  entry: OutboxEntry,
  seen: Pick<OutboxEntry, "isAcknowledged" | "isReceiptShown">,
): void {
  if (isDelivered(entry)) removeEntry(entry.order.reference);
  else saveEntry({ ...entry, ...seen });
}

/** Removes entries older than {@link MAX_AGE_MS}, unless they are paid and not delivered. */
export function removeExpiredEntries(now: Date): void {
  const oldest = new Date(now.getTime() - MAX_AGE_MS).toISOString();
  for (const entry of readOutbox()) {
    const isUndelivered = entry.payment.status === "paid" && !isDelivered(entry);
    if (!isUndelivered && entry.order.startedAt <= oldest) removeEntry(entry.order.reference);
  }
}

function readEntry(value: unknown): OutboxEntry | null {
  const entry = value as Partial<OutboxEntry> | null;
  if (!isEntry(entry)) return null;
  const order = { ...entry.order, learner: completeLearner(entry.order.learner) };
  return { ...entry, order };
}

function isEntry(entry: Partial<OutboxEntry> | null): entry is OutboxEntry {
  return (
    isOrder(entry?.order) &&
    typeof entry?.payment?.status === "string" &&
    typeof entry.sender === "string" &&
    Array.isArray(entry.recipients) &&
    Array.isArray(entry.delivered)
  );
}

/** Whether an order has the fields that pages and mails read. */
function isOrder(order: Partial<Order> | undefined): order is Order {
  return (
    typeof order?.reference === "string" &&
    typeof order.course?.name === "string" &&
    typeof order.startedAt === "string" &&
    typeof order.charge?.minor === "number" &&
    /^(NGN|USD)$/.test(order.charge.currency) &&
    isLearner(order.learner)
  );
}

/** Whether a learner's fields have their types. An earlier build's learner may lack some fields. */
function isLearner(learner: Partial<Learner> | undefined): boolean {
  if (typeof learner !== "object") return false;
  const values = completeLearner(learner);
  return Object.entries(UNKNOWN_LEARNER).every(
    ([field, blank]) => blank === null || typeof values[field as keyof Learner] === typeof blank,
  );
}
