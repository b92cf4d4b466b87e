import { readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { parseJson, persist, persistedKeys, readPersisted } from "~/browser/stores/persisted-list.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import {
  type EnrolmentAccess,
  fragmentOf,
  hasLink,
  newKey,
  readFragment,
} from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { Order } from "~/domain/payments/order.ts";
import {
  findLocalPayment,
  type LocalPayment,
  localPayments,
  movePayments,
  removePaymentsOf,
} from "./local-payments.ts";

/** The prefix of the keys of enrolments that this browser can open. */
const ENROLMENTS = "enrolments";
/** The prefix of the idempotency keys of orders that may still be paid. */
const REQUESTS = "enrolment-requests";

/** Returns the enrolments that this browser can open, in no order. */
export function knownEnrolments(): EnrolmentAccess[] {
  return persistedKeys(ENROLMENTS).flatMap((name) => {
    const access = readFragment(`${name.slice(ENROLMENTS.length + 1)}.${readPersisted(name)}`);
    return access ? [access] : [];
  });
}

export function saveAccess({ id, key }: EnrolmentAccess): void {
  persist(`${ENROLMENTS}/${id}`, key);
}

/** Returns the address of My enrolment that opens the enrolment of a payment. */
export function enrolmentHref(reference: string): string {
  const id = findLocalPayment(reference)?.enrolmentId;
  const access = knownEnrolments().find((enrolment) => enrolment.id === id);
  return access ? `/My-enrolment#${fragmentOf(access)}` : "/My-enrolment";
}

/** Returns the payment that this browser made today; `null` once the visitor registers somebody else. */
export function paidToday(now: Date): LocalPayment | null {
  const openableIds = new Set(knownEnrolments().map(({ id }) => id));
  const isOfToday = ({ paidAt, isAcknowledged, enrolmentId }: LocalPayment) =>
    !isAcknowledged &&
    openableIds.has(enrolmentId) &&
    paidAt !== null &&
    lagosDay(new Date(paidAt)) === lagosDay(now);
  return localPayments().filter(isOfToday).at(-1) ?? null;
}

/** Returns this browser's unpaid enrolments of today in an order's course. The order replaces them. */
export function unpaidToday({ course, startedAt, reference }: Order): EnrolmentAccess[] {
  const day = lagosDay(new Date(startedAt));
  const payments = localPayments().filter(
    (payment) =>
      payment.reference !== reference &&
      payment.course.id === course.id &&
      lagosDay(new Date(payment.startedAt)) === day,
  );
  const isPaid = (id: string) => payments.some(({ enrolmentId, paidAt }) => enrolmentId === id && paidAt);
  return knownEnrolments().filter(
    ({ id }) => payments.some(({ enrolmentId }) => enrolmentId === id) && !isPaid(id),
  );
}

/** Forgets an enrolment that another one has replaced at the edge. */
export function forgetReplaced(id: string, replacement: string): void {
  persist(`${ENROLMENTS}/${id}`, null);
  removeView(id);
  movePayments(id, replacement);
}

/**
 * Forgets an enrolment, because its key has ended or its learner leaves a borrowed phone. Idempotency keys
 * are removed too: they would give its key again.
 */
export function removeAccess(id: string): void {
  for (const key of [`${ENROLMENTS}/${id}`, ...persistedKeys(REQUESTS)]) persist(key, null);
  removePaymentsOf(id);
}

/** Returns an order's idempotency key. The edge resumes an order only for the browser that has its key. */
export function requestKeyOf(reference: string): string {
  const storedKey = readPersisted(`${REQUESTS}/${reference}`);
  if (storedKey) return storedKey;
  const createdKey = newKey();
  persist(`${REQUESTS}/${reference}`, createdKey);
  return createdKey;
}

/** Returns the headers that prove to the edge that an order is this browser's. */
export function orderHeaders({ reference }: Order): Record<string, string> {
  return { "idempotency-key": requestKeyOf(reference) };
}

/** Removes an order's idempotency key, once it is paid and no more requests follow. */
export function endRequest(reference: string): void {
  persist(`${REQUESTS}/${reference}`, null);
}

/**
 * Takes the link that the page was opened with, or that was opened in its tab since, out of the address. It
 * can be taken once.
 * @returns null without a link; "unreadable" if a part of it is missing
 */
export function takeLink(): EnrolmentAccess | "unreadable" | null {
  const { dataset } = document.documentElement;
  const fragment = dataset.enrolmentLink ?? (hasLink(location.hash) ? location.hash : null);
  delete dataset.enrolmentLink;
  if (fragment === null) return null;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return readFragment(fragment) ?? "unreadable";
}

/**
 * The version of saved views. A later version of the site may show fields that an older one did not save.
 */
const VERSION = 3;

const keyOf = (id: string) => `enrolment-copies/${id}`;

/** Saves a view to be read without a network. Of the learner's details it has only the name. */
export function saveView(view: EnrolmentView): void {
  const { firstName, lastName } = view.learner;
  const learner = { ...UNKNOWN_LEARNER, firstName, lastName };
  const copy = { ...view, learner, newEmail: null };
  writeStorage("localStorage", keyOf(view.id), JSON.stringify({ version: VERSION, view: copy }));
}

export function savedView(id: string): EnrolmentView | null {
  const copy = parseJson(readStorage("localStorage", keyOf(id))) as {
    version: number;
    view: EnrolmentView;
  } | null;
  return copy?.version === VERSION ? copy.view : null;
}

export function removeView(id: string): void {
  writeStorage("localStorage", keyOf(id), null);
}
