/** The rules of the days that staff agree on for single charges, whatever happens to the cohort's. */
import { type Day, isDay } from "~/domain/dates/day.ts";
import { emailOf, isOf } from "../mailboxes.ts";
import { DAY, MINUTE } from "../plan.ts";
import type { AgreedDue } from "../world.ts";
import type { Ends, Invariants } from "./ends.ts";

/** The time for which a request for more time keeps back what follows a late payment. */
export const QUIET_MS = 3 * DAY;
/** An SMTP session that has started goes to its end. */
export const ON_ITS_WAY_MS = 2 * MINUTE;
/** A sweep has set the days of a cohort by then. */
const DATED_MS = 2 * DAY;

/** The time in which a charge was due on a day. */
interface Span {
  /** It may have been due on it from here. */
  readonly from: number;
  /** It surely was due on it from here, and until `until`. */
  readonly by: number;
  readonly until: number;
  /** It was surely not due on it any more from here. */
  readonly gone: number;
}

/** Returns each day on which a charge was due, with the times at which it was. One whose date was never agreed has one. */
export function dueDays(
  { dueDates, plan, start }: Ends,
  id: string,
  { number, due }: { readonly number: number; readonly due: Day | null },
): { due: Day | null; spans: Span[] }[] {
  const own = datesOf(dueDates, id, number);
  const always = { from: -Infinity, by: -Infinity, until: Infinity, gone: Infinity };
  if (own.length === 0) return [{ due, spans: [always] }];
  const takenBack = start + (plan.dateTakenBack ?? Infinity);
  const spans = own.map(({ day, isAgreed, from, by }, place) => {
    const next = own[place + 1] ?? { from: Infinity, by: Infinity };
    const end = isAgreed ? Infinity : takenBack;
    const span = { from, by, until: Math.min(next.from, end), gone: Math.min(next.by, end + DATED_MS) };
    return { day, span };
  });
  return [...Map.groupBy(spans, ({ day }) => day)].map(([day, each]) => ({
    due: day,
    spans: each.map(({ span }) => span),
  }));
}

const datesOf = (dueDates: readonly AgreedDue[], id: string, charge: number) =>
  dueDates.filter(({ enrolment, number }) => enrolment === id && number === charge);

/** The reminders of a charge. */
export function remindersOf({ mails }: Ends, id: string, number: number) {
  return mails.filter(
    ({ to, subject, link, html }) =>
      isOf(to, emailOf(0)) &&
      link?.id === id &&
      /^(?:Due|Overdue)/.test(subject) &&
      // What is due comes first in it.
      /Tuition, payment (\d+) of/.exec(html)?.[1] === `${number}`,
  );
}

/** Returns the day on which a reminder says that its charge is due: the first that it names. */
export function dayIn(html: string): Day | null {
  const [written = ""] = /[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(html) ?? [];
  const day = new Date(`${written} UTC`).toISOString().slice(0, 10);
  return isDay(day) ? day : null;
}

export const OF_AGREED_DATES: Invariants = {
  *"A charge keeps the last day that was agreed and not taken back."({ views, dueDates, plan }) {
    for (const { id, state, charges } of views) {
      for (const { number, due, isAgreed = false, status } of charges) {
        const latest = datesOf(dueDates, id, number).at(-1);
        if (!latest) continue;
        const what = `${id}: payment ${number} is due on ${due}${isAgreed ? ", as agreed" : ""}`;
        const isUndated = plan.dateTakenBack !== null && !latest.isAgreed;
        const isOwed = state === "active" && status !== "paid";
        const days = [...(isUndated && isOwed ? [] : [latest.day]), ...(isUndated ? [null] : [])];
        if (isAgreed !== latest.isAgreed || !days.includes(due))
          yield `${what}, and it was ${latest.isAgreed ? "agreed" : "taken back"} to be due on ${days.join(" or ")}.`;
      }
    }
  },

  *"Reminders name the day on which a charge is due."(ends) {
    for (const { id, charges } of ends.views) {
      for (const charge of charges.filter(({ number }) => datesOf(ends.dueDates, id, number).length > 0)) {
        const days = dueDays(ends, id, charge);
        // A charge that had no day when the first was agreed has been due on the one of the cohort before.
        if (days.some(({ due }) => due === null)) continue;
        for (const { subject, html, at } of remindersOf(ends, id, charge.number)) {
          const spans = days.find(({ due }) => due === dayIn(html))?.spans ?? [];
          if (spans.some(({ from, gone }) => at > from && at < gone + ON_ITS_WAY_MS)) continue;
          yield `${id}: "${subject}" of payment ${charge.number} names ${dayIn(html)}, which is over.`;
        }
      }
    }
  },

  *"What follows a late payment waits for staff where more time was asked for."(ends) {
    for (const { enrolment, number, from, by, answeredFrom } of ends.timeRequests) {
      const until = Math.min(from + QUIET_MS, answeredFrom);
      const early = remindersOf(ends, enrolment, number).filter(
        ({ subject, at }) => subject.startsWith("Overdue") && at - 10 * MINUTE > by && at < until,
      );
      for (const { subject } of early) yield `${enrolment}: "${subject}" came while more time was asked for.`;
    }
  },
};
