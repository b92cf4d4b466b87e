import { REGISTRATION_DRAFT_KEY, readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { parseJson } from "~/browser/stores/persisted-list.ts";
import { type Registration, readRegistration } from "~/domain/enrolment/registration.ts";
import type { Order } from "~/domain/payments/order.ts";

const STASH_KEY = "registration-stash";
const STARTED_KEY = "registration-started";

/** Saves the typed values to sessionStorage, so that a reload does not lose them. */
export function saveDraft(registration: Registration): void {
  writeStorage("sessionStorage", REGISTRATION_DRAFT_KEY, JSON.stringify(registration));
}

/** Removes the saved values and the started order. */
export function clearDraft(): void {
  writeStorage("sessionStorage", REGISTRATION_DRAFT_KEY, null);
  saveStarted(null);
}

export function saveStarted(order: Order | null): void {
  writeStorage("sessionStorage", STARTED_KEY, order && JSON.stringify(order));
}

export function readStarted(): Order | null {
  const order = parseJson(readStorage("sessionStorage", STARTED_KEY)) as Partial<Order> | null;
  return order?.reference && order.learner ? (order as Order) : null;
}

/**
 * Returns the registration that was typed before a reload. Values of the wrong type are left out, and so is a
 * closed cohort, unless its payment was started.
 * @param isOver whether registration for a cohort is over
 */
export function readDraft(isOver: (cohortId: string) => boolean): Registration | null {
  return readStored(parseJson(readStorage("sessionStorage", REGISTRATION_DRAFT_KEY)), isOver);
}

/** Puts the typed registration aside while the form shows an earlier one. */
export function pushStash(registration: Registration): void {
  writeStorage("sessionStorage", STASH_KEY, JSON.stringify([...readStash(), registration]));
}

/**
 * Restores the registration that was stashed last; `null` if there is none.
 * @param isOver as in {@link readDraft}
 */
export function popStash(isOver: (cohortId: string) => boolean): Registration | null {
  const stash = readStash();
  const lastRegistration = readStored(stash.pop(), isOver);
  writeStorage("sessionStorage", STASH_KEY, stash.length > 0 ? JSON.stringify(stash) : null);
  if (lastRegistration) saveDraft(lastRegistration);
  return lastRegistration;
}

export function hasStash(): boolean {
  return readStash().length > 0;
}

function readStored(json: unknown, isOver: (cohortId: string) => boolean): Registration | null {
  const stored = readRegistration(json);
  const isDropped = stored && isOver(stored.cohort) && stored.cohort !== readStarted()?.learner.cohort;
  return isDropped ? { ...stored, cohort: "" } : stored;
}

function readStash(): unknown[] {
  const stash = parseJson(readStorage("sessionStorage", STASH_KEY));
  return Array.isArray(stash) ? stash : [];
}

/** Returns the values of the link that opened the page; `null` for those that it lacks. */
export function linkedValues() {
  const link = new URLSearchParams(location.search);
  return {
    linkedCourseId: link.get("course"),
    linkedPlanId: link.get("plan"),
    linkedCohortId: link.get("cohort"),
    linkedVoucher: link.get("voucher"),
  };
}

/** Replaces the address of a post in the address bar, so that a reload does not post again. */
export function showPageAddress(): void {
  if (location.pathname !== "/Signup") history.replaceState(history.state, "", "/Signup");
}

/** Removes a link's parameter from the address, so that a reload keeps the visitor's own choice. */
export function clearLinked(name: string): void {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}
