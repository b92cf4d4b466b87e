import { REGISTRATION_DRAFT_KEY, readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { parseJson } from "~/browser/stores/persisted-list.ts";
import { type Registration, readRegistration } from "~/domain/enrolment/registration.ts";
import type { Order } from "~/domain/payments/order.ts";

const STASH_KEY = "registration-stash";
const STARTED_KEY = "registration-started";

/** A reload loses nothing; the draft goes with the tab. */
export function saveDraft(registration: Registration): void {
  writeStorage("sessionStorage", REGISTRATION_DRAFT_KEY, JSON.stringify(registration));
}

/** Once it was paid, what was typed is no longer needed. */
export function clearDraft(): void {
  writeStorage("sessionStorage", REGISTRATION_DRAFT_KEY, null);
  saveStarted(null);
}

/** Keeps the order whose payment goes on with what is typed, as long as that is kept. */
export function saveStarted(order: Order | null): void {
  writeStorage("sessionStorage", STARTED_KEY, order && JSON.stringify(order));
}

export function readStarted(): Order | null {
  const order = parseJson(readStorage("sessionStorage", STARTED_KEY)) as Partial<Order> | null;
  return order?.reference && order.learner ? (order as Order) : null;
}

/**
 * Returns the registration that was typed before a reload. Values of the wrong kind are left out, and so is a
 * cohort that has closed since, unless its payment was started.
 * @param isOver whether registration for a cohort is over
 */
export function readDraft(isOver: (cohortId: string) => boolean): Registration | null {
  return readKept(parseJson(readStorage("sessionStorage", REGISTRATION_DRAFT_KEY)), isOver);
}

/** Keeps what was typed for somebody else while an earlier registration has the form. */
export function pushStash(registration: Registration): void {
  writeStorage("sessionStorage", STASH_KEY, JSON.stringify([...readStash(), registration]));
}

/**
 * Takes back the registration that was stashed last, which is then the draft again; null when none was.
 * @param isOver as in {@link readDraft}
 */
export function popStash(isOver: (cohortId: string) => boolean): Registration | null {
  const stash = readStash();
  const last = readKept(stash.pop(), isOver);
  writeStorage("sessionStorage", STASH_KEY, stash.length > 0 ? JSON.stringify(stash) : null);
  if (last) saveDraft(last);
  return last;
}

export function hasStash(): boolean {
  return readStash().length > 0;
}

function readKept(json: unknown, isOver: (cohortId: string) => boolean): Registration | null {
  const kept = readRegistration(json);
  const isDropped = kept && isOver(kept.cohort) && kept.cohort !== readStarted()?.learner.cohort;
  return isDropped ? { ...kept, cohort: "" } : kept;
}

function readStash(): unknown[] {
  const stash = parseJson(readStorage("sessionStorage", STASH_KEY));
  return Array.isArray(stash) ? stash : [];
}

export function linked() {
  const link = new URLSearchParams(location.search);
  return {
    linkedCourseId: link.get("course"),
    linkedPlanId: link.get("plan"),
    linkedCohortId: link.get("cohort"),
    linkedVoucher: link.get("voucher"),
  };
}

/**
 * Shows the page's own address after the edge has answered a post with the form, so that a reload does not
 * post again.
 */
export function showPageAddress(): void {
  if (location.pathname !== "/Signup") history.replaceState(history.state, "", "/Signup");
}

/** A reload keeps what was chosen, and not what the link asked for. */
export function clearLinked(name: "plan" | "cohort" | "voucher"): void {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}
