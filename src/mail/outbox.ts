/**
 * What must not be lost, kept in this browser from before a checkout opens until staff have it.
 *
 * An entry is written as "opened" before the provider is asked for anything. It leaves when the visitor closed the
 * checkout. An entry that is still "opened" on a later visit belongs to a tab that was closed while paying: only the
 * visitor knows how that ended, and is asked. A "paid" one leaves when the last recipient's mail was accepted and the
 * visitor has had the receipt, an "unconfirmed" one when they have acknowledged it, so that a reload does not offer to
 * pay again. After a month an entry that nobody asked about is forgotten: the provider has the payment, and the
 * visitor's details must not lie in a browser for ever.
 * Where storage is blocked, entries live as long as the page: the provider's record then is the only copy.
 */
import type { Order } from "~/domain/enrolment/order.ts";
import type { Payment } from "~/domain/enrolment/payment-flow.ts";
import { OUTBOX_KEY } from "~/stores/browser-storage.ts";
import { KEPT_MS, keptList } from "./kept-list.ts";

export type PaymentStatus =
  | { readonly status: "opened" }
  /** The money may have moved: staff look the reference up. */
  | { readonly status: "unconfirmed" }
  | { readonly status: "paid"; readonly payment: Payment };

export interface OutboxEntry {
  readonly order: Order;
  readonly payment: PaymentStatus;
  /** Whom the mails come from: the site's role; its address where a gateway delivers, or an earlier version wrote. */
  readonly sender: string;
  /** Staff to tell, in this order: roles, or addresses likewise. */
  readonly recipients: readonly string[];
  /** Recipients whose mail was accepted. */
  readonly delivered: readonly string[];
  /** The receipt of what was paid has been on the screen. */
  readonly isReceiptShown?: boolean;
  /** The visitor has read how it stands with the payment, and moved on. */
  readonly isAcknowledged?: boolean;
}

const outbox = keptList(OUTBOX_KEY, isEntry);

/** All entries, oldest first; anything unreadable counts as none. */
export const readOutbox = outbox.read;

/** The entry of an order; null when it has left, or was never kept. */
export function findEntry(reference: string): OutboxEntry | null {
  return readOutbox().find((entry) => entry.order.reference === reference) ?? null;
}

/** Adds the entry, or puts it in the place of the one with the same reference. */
export function saveEntry(entry: OutboxEntry): void {
  const entries = readOutbox();
  const index = entries.findIndex(({ order }) => order.reference === entry.order.reference);
  entries.splice(index < 0 ? entries.length : index, 1, entry);
  outbox.store(entries);
}

/** Forgets an order: it was not paid, or everybody has heard of it. */
export function removeEntry(reference: string): void {
  outbox.store(readOutbox().filter(({ order }) => order.reference !== reference));
}

/**
 * Payments whose end nobody knows, or the visitor has not been told: paying again is not offered before they have dealt
 * with them.
 */
export function unsettledEntries(): OutboxEntry[] {
  return readOutbox().filter(({ payment, isAcknowledged }) => payment.status === "opened" || !isAcknowledged);
}

/** Whether each recipient's mail was accepted. */
export function isEverybodyTold({ recipients, delivered }: OutboxEntry): boolean {
  return recipients.every((recipient) => delivered.includes(recipient));
}

/** The visitor moves on; what is not delivered yet stays until it is. */
export function acknowledge(reference: string): void {
  const entry = findEntry(reference);
  if (entry) dealtWith(entry, { isAcknowledged: true });
}

/** The receipt of a paid order is on the screen; until staff have it, a reload shows it again. */
export function noteReceipt(reference: string): void {
  const entry = findEntry(reference);
  if (entry?.payment.status === "paid") dealtWith(entry, { isReceiptShown: true });
}

function dealtWith(entry: OutboxEntry, seen: Pick<OutboxEntry, "isAcknowledged" | "isReceiptShown">): void {
  if (isEverybodyTold(entry)) removeEntry(entry.order.reference);
  else saveEntry({ ...entry, ...seen });
}

/** Drops what is older than {@link KEPT_MS}, unless it is paid and staff have yet to hear of it. */
export function forgetOldEntries(now: Date): void {
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString();
  const entries = readOutbox();
  const kept = entries.filter(
    (entry) => (entry.payment.status === "paid" && !isEverybodyTold(entry)) || entry.order.createdAt > oldest,
  );
  // Every page asks: writing back what was read a moment ago could undo what a paying tab writes just now.
  if (kept.length < entries.length) outbox.store(kept);
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  return (
    isOrder(entry?.order) &&
    typeof entry?.payment?.status === "string" &&
    typeof entry.sender === "string" &&
    Array.isArray(entry.recipients) &&
    Array.isArray(entry.delivered)
  );
}

/** Whether a page can show it and staff can be told of it; an earlier version may have written something else. */
function isOrder(value: unknown): value is Order {
  const order = value as Partial<Order> | null | undefined;
  return (
    typeof order?.reference === "string" &&
    typeof order.courseName === "string" &&
    typeof order.createdAt === "string" &&
    typeof order.charge?.minor === "number" &&
    /^(NGN|USD)$/.test(order.charge.currency) &&
    typeof order.customer?.email === "string" &&
    Array.isArray(order.details)
  );
}
