/**
 * The payments that this browser has started at the edge, with what it has seen of each. They name the
 * payment's enrolment even after the outbox has removed the order. They hold no personal data.
 */
import { LOCAL_PAYMENTS_KEY } from "~/browser/stores/browser-storage.ts";
import { MAX_AGE_MS, persistedList } from "~/browser/stores/persisted-list.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { SeenPayment } from "~/domain/payments/visible-status.ts";

export interface LocalPayment extends Pick<Order, "reference" | "purpose" | "course" | "startedAt"> {
  readonly enrolmentId: string;
  /** `null` once it is known that nothing was paid. */
  readonly seen: SeenPayment["status"] | null;
  /** ISO 8601, UTC; `null` until this browser has seen the payment succeed. */
  readonly paidAt: string | null;
  /** Whether another person was asked to pay. */
  readonly isAsked: boolean;
  /** The visitor has gone on to register somebody else. */
  readonly isAcknowledged: boolean;
}

const stored = persistedList({
  prefix: LOCAL_PAYMENTS_KEY,
  readEntry: (value) => (isLocalPayment(value) ? value : null),
  idOf: ({ reference }) => reference,
  timeOf: ({ startedAt }) => startedAt,
});

/** Returns the payments of the last month, oldest first, and removes older ones. */
export function localPayments(): LocalPayment[] {
  const oldest = new Date(Date.now() - MAX_AGE_MS).toISOString();
  const payments = stored.read();
  for (const { reference, startedAt } of payments) if (startedAt <= oldest) stored.remove(reference);
  return payments.filter(({ startedAt }) => startedAt > oldest);
}

export function findLocalPayment(reference: string): LocalPayment | null {
  return localPayments().find((payment) => payment.reference === reference) ?? null;
}

/** Stores a payment that the edge has just started. A repeated start keeps what was seen of the payment. */
export function saveStartedPayment(
  { reference, purpose, course, startedAt }: Order,
  enrolmentId: string,
  { isForPayer = false } = {},
): void {
  const earlierStart = findLocalPayment(reference);
  const seen = isForPayer ? null : (earlierStart?.seen ?? "opened");
  const started = { reference, purpose, course, startedAt, enrolmentId, seen, isAsked: isForPayer };
  stored.put({ ...started, paidAt: earlierStart?.paidAt ?? null, isAcknowledged: false });
}

/** Records what this browser has seen of a payment, if the edge has started it. */
export function noteSeen(reference: string, seen: LocalPayment["seen"]): void {
  const payment = findLocalPayment(reference);
  if (!payment || payment.paidAt) return;
  stored.put({ ...payment, seen, paidAt: seen === "paid" ? new Date().toISOString() : null });
}

/** Marks paid payments as read: the visitor goes on to register somebody else. */
export function acknowledgePaid(): void {
  for (const payment of localPayments()) if (payment.paidAt) stored.put({ ...payment, isAcknowledged: true });
}

export function removePaymentsOf(enrolmentId: string): void {
  for (const { reference } of paymentsOf(enrolmentId)) stored.remove(reference);
}

/** Moves payments to the enrolment that has replaced theirs. */
export function movePayments(enrolmentId: string, replacement: string): void {
  for (const payment of paymentsOf(enrolmentId)) stored.put({ ...payment, enrolmentId: replacement });
}

export function paymentsOf(enrolmentId: string): LocalPayment[] {
  return localPayments().filter((payment) => payment.enrolmentId === enrolmentId);
}

function isLocalPayment(value: unknown): value is LocalPayment {
  const payment = value as Partial<LocalPayment> | null;
  return (
    typeof payment?.reference === "string" &&
    typeof payment.enrolmentId === "string" &&
    typeof payment.startedAt === "string" &&
    typeof payment.course?.name === "string"
  );
}
