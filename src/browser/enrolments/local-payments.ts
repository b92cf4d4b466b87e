/**
 * The payments that this browser has started at the edge, with what it has seen of each. They name the enrolment that a payment
 * belongs to, also once the outbox has let go of its order. Nothing in them is personal.
 */
import { LOCAL_PAYMENTS_KEY } from "~/browser/stores/browser-storage.ts";
import { MAX_AGE_MS, persistedList } from "~/browser/stores/persisted-list.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { SeenPayment } from "~/domain/payments/visible-status.ts";

export interface LocalPayment extends Pick<Order, "reference" | "purpose" | "course" | "startedAt"> {
  readonly enrolmentId: string;
  /** `null` once it is known that nothing was paid. */
  readonly seen: SeenPayment["status"] | null;
  /** ISO 8601, UTC; `null` until this browser has seen that money came. */
  readonly paidAt: string | null;
  /** Another person was asked to pay it. */
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

/** The payments of the last month, the oldest first. Older ones are removed. */
export function localPayments(): LocalPayment[] {
  const oldest = new Date(Date.now() - MAX_AGE_MS).toISOString();
  const payments = stored.read();
  for (const { reference, startedAt } of payments) if (startedAt <= oldest) stored.remove(reference);
  return payments.filter(({ startedAt }) => startedAt > oldest);
}

export function findLocalPayment(reference: string): LocalPayment | null {
  return localPayments().find((payment) => payment.reference === reference) ?? null;
}

/** Keeps a payment that the edge has just started. One that is started again keeps what was seen of it. */
export function keepStarted(
  { reference, purpose, course, startedAt }: Order,
  enrolmentId: string,
  { isAsked = false } = {},
): void {
  const earlierStart = findLocalPayment(reference);
  const seen = isAsked ? null : (earlierStart?.seen ?? "opened");
  const started = { reference, purpose, course, startedAt, enrolmentId, seen, isAsked };
  stored.put({ ...started, paidAt: earlierStart?.paidAt ?? null, isAcknowledged: false });
}

/** Notes what this browser has seen of a payment; nothing of one that the edge has not started. */
export function noteSeen(reference: string, seen: LocalPayment["seen"]): void {
  const payment = findLocalPayment(reference);
  if (!payment || payment.paidAt) return;
  stored.put({ ...payment, seen, paidAt: seen === "paid" ? new Date().toISOString() : null });
}

/** The visitor has read what was paid, and goes on to register somebody else. */
export function acknowledgePaid(): void {
  for (const payment of localPayments()) if (payment.paidAt) stored.put({ ...payment, isAcknowledged: true });
}

export function removePaymentsOf(enrolmentId: string): void {
  for (const { reference } of paymentsOf(enrolmentId)) stored.remove(reference);
}

/** Notes that another enrolment has taken the place of one, with its payments. */
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
