import { readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { dayInText } from "~/domain/dates/day-in-text.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { type Registration, readRegistration } from "~/domain/enrolment/registration.ts";
import type { Order } from "~/domain/payments/order.ts";

const DRAFT_KEY = "registration-draft";
const STASH_KEY = "registration-stash";
const BEGUN_KEY = "registration-begun";

/** Keeps what was typed for this tab, so that a reload loses nothing; it goes with the tab. */
export function saveDraft(registration: Registration): void {
  writeStorage("sessionStorage", DRAFT_KEY, JSON.stringify(registration));
}

/** Once it was paid, what was typed is no longer needed. */
export function clearDraft(): void {
  writeStorage("sessionStorage", DRAFT_KEY, null);
  saveBegun(null);
}

/** Keeps the order whose payment goes on with what is typed, as long as that is kept. */
export function saveBegun(order: Order | null): void {
  writeStorage("sessionStorage", BEGUN_KEY, order && JSON.stringify(order));
}

/** Null where no payment was begun with what is typed. */
export function readBegun(): Order | null {
  const order = readJson(BEGUN_KEY) as Partial<Order> | null;
  return order?.reference && order.learner ? (order as Order) : null;
}

/**
 * What was typed before a reload; anything of the wrong kind is left out, and a cohort that has begun since, unless its payment
 * was begun.
 */
export function readDraft(): Registration | null {
  return readKept(readJson(DRAFT_KEY));
}

/** Keeps what was typed for somebody else while an earlier registration has the form. */
export function pushStash(registration: Registration): void {
  writeStorage("sessionStorage", STASH_KEY, JSON.stringify([...readStash(), registration]));
}

/** What was stashed last, which is then the draft again; null when nothing was. */
export function popStash(): Registration | null {
  const stash = readStash();
  const last = readKept(stash.pop());
  writeStorage("sessionStorage", STASH_KEY, stash.length > 0 ? JSON.stringify(stash) : null);
  if (last) saveDraft(last);
  return last;
}

/** Whether anything is stashed. */
export function hasStash(): boolean {
  return readStash().length > 0;
}

function readKept(json: unknown): Registration | null {
  const kept = readRegistration(json);
  const day = kept && dayInText(kept.cohort);
  const isOver = day !== null && day <= lagosDay(new Date());
  return kept && isOver && kept.cohort !== readBegun()?.learner.cohort ? { ...kept, cohort: "" } : kept;
}

function readStash(): unknown[] {
  const stash = readJson(STASH_KEY);
  return Array.isArray(stash) ? stash : [];
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(readStorage("sessionStorage", key) ?? "null");
  } catch {
    return null;
  }
}
