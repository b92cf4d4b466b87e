/** A learner's access to the learning portal, and the reminders of what is owed. */
import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { DerivedCharge, EnrolmentStatus } from "./enrolment-status.ts";

/** The sentence about each access, the same for the learner and at the desk. */
export const ACCESS_WORDS = {
  registered: "Learning portal access starts with the first tuition payment.",
  active: "Learning portal access is active.",
  restricted: "Learning portal access is restricted until the overdue payment is in.",
  ended: "Learning portal access has ended.",
} as const;

/** A learner's access to the learning portal, once something has been paid. */
export type Access = keyof typeof ACCESS_WORDS;

/** The reason why access has ended. `unpaid`: the payment for it was undone, or returned in part. */
export type EndReason = "withdrawn" | "refunded" | "staff" | "erased" | "unpaid";

export interface AccessFacts extends Pick<EnrolmentStatus, "state" | "isAccessEnded"> {
  readonly charges: readonly Pick<DerivedCharge, "number" | "due" | "status">[];
  readonly isErased?: boolean;
}

/** Returns the access that an enrolment has on a day, in Lagos; null while neither fee nor tuition is paid. */
export function accessOf(facts: AccessFacts, today: Day): Access | null {
  const { state, charges } = facts;
  if (endReason(facts)) return "ended";
  if (state === "started") return null;
  if (state === "complete") return "active";
  if (charges.some((charge) => lateFrom(charge) <= today)) return "restricted";
  const isPaid = (number: number) =>
    charges.some((charge) => charge.number === number && charge.status === "paid");
  if (isPaid(1)) return "active";
  return isPaid(0) ? "registered" : null;
}

function endReason({ state, isAccessEnded, isErased }: AccessFacts): EndReason | null {
  if (isErased) return "erased";
  if (state === "withdrawn" || state === "refunded") return state;
  return isAccessEnded ? "staff" : null;
}

/** Returns the sentence about the access that an enrolment has on a day; null where it has none. */
export function describeAccess(facts: AccessFacts, today: Day): string | null {
  const access = accessOf(facts, today);
  return access && ACCESS_WORDS[access];
}

/** A learner's access, as it is reported to the learning portal. */
export interface PortalAccess {
  readonly access: Access;
  /** null unless access has ended. */
  readonly reason: EndReason | null;
}

/** Returns the access to report on a day; `null` without access, if none was reported that could end. */
export function portalAccess(facts: AccessFacts, today: Day, wasReported: boolean): PortalAccess | null {
  const access = accessOf(facts, today);
  if (access !== null && access !== "ended") return { access, reason: null };
  return wasReported ? { access: "ended", reason: endReason(facts) ?? "unpaid" } : null;
}

/** Returns the next day on which access changes if nothing is paid; null where time alone changes nothing. */
export function accessChangesOn(facts: AccessFacts, today: Day): Day | null {
  if (endReason(facts)) return null;
  const days = facts.charges.map(lateFrom).filter((day) => day > today && day !== NEVER);
  return days.toSorted()[0] ?? null;
}

/** Sorts after every day. */
const NEVER = "never";

/** Returns the first day on which access is restricted: the due date and the day after it are over. */
function lateFrom({ due, status }: Pick<DerivedCharge, "due" | "status">): Day {
  return status === "paid" || due === null ? NEVER : addDays(due, 2);
}

/** The reminders about a charge, each with its day counted from the due date. */
export const REMINDERS = { "due-soon": -7, due: 0, overdue: 3 } as const;

export type Reminder = keyof typeof REMINDERS;

/** The hour in Lagos at which reminders are sent. */
const HOUR = 9;

/** Returns the time of the next reminder about a charge; `null` if none follows. */
export function nextReminder({ due, status }: Pick<DerivedCharge, "due" | "status">, now: Date): Date | null {
  if (due === null || status === "paid") return null;
  const times = Object.values(REMINDERS).map((days) => lagosTime(addDays(due, days), HOUR));
  return times.find((time) => time > now) ?? null;
}

/**
 * Returns the reminder to send now; `null` if none is due today. A delayed reminder is dropped, except the last one,
 * because it still holds and no other follows.
 */
export function reminderOf({ due }: Pick<DerivedCharge, "due">, now: Date): Reminder | null {
  if (due === null) return null;
  const today = lagosDay(now);
  if (today >= addDays(due, REMINDERS.overdue)) return "overdue";
  const names = Object.keys(REMINDERS) as Reminder[];
  return names.find((name) => addDays(due, REMINDERS[name]) === today) ?? null;
}
