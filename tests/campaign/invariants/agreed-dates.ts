/** The rules about due dates that staff agree for single charges. */
import { type Day, isDay } from "~/domain/dates/day.ts";
import { emailOf, isSameLearner } from "../mailboxes.ts";
import { DAY, MINUTE } from "../plan.ts";
import type { DueDateChange } from "../world.ts";
import type { FinishedRun, Rules } from "./finished-run.ts";

/** The time for which a request for more time holds overdue reminders back. */
export const QUIET_MS = 3 * DAY;
/** The longest time from the decision to send a mail to its delivery. */
export const DELIVERY_MS = 2 * MINUTE;
/** The time by which a sweep has updated due dates after a change of the cohort's date. */
const SWEPT_MS = 2 * DAY;

/**
 * The period in which a day was a charge's due date: surely between `by` and `until`, perhaps from `from` to
 * `gone`.
 */
interface Span {
  readonly from: number;
  readonly by: number;
  readonly until: number;
  readonly gone: number;
}

/** Returns each day that was a charge's due date, with its periods. */
export function dueDays(
  { dueDates, plan, start }: FinishedRun,
  id: string,
  { number, due }: { readonly number: number; readonly due: Day | null },
): { due: Day | null; spans: Span[] }[] {
  const changes = changesOf(dueDates, id, number);
  const always = { from: -Infinity, by: -Infinity, until: Infinity, gone: Infinity };
  if (changes.length === 0) return [{ due, spans: [always] }];
  const takenBack = start + (plan.dateTakenBack ?? Infinity);
  const spans = changes.map(({ day, isAgreed, from, by }, place) => {
    const next = changes[place + 1] ?? { from: Infinity, by: Infinity };
    const end = isAgreed ? Infinity : takenBack;
    const span = { from, by, until: Math.min(next.from, end), gone: Math.min(next.by, end + SWEPT_MS) };
    return { day, span };
  });
  return [...Map.groupBy(spans, ({ day }) => day)].map(([day, rows]) => ({
    due: day,
    spans: rows.map(({ span }) => span),
  }));
}

const changesOf = (dueDates: readonly DueDateChange[], id: string, charge: number) =>
  dueDates.filter(({ enrolment, number }) => enrolment === id && number === charge);

/** Returns the delivered reminders of a charge. */
export function remindersOf({ mails }: FinishedRun, id: string, number: number) {
  return mails.filter(
    ({ to, subject, link, html }) =>
      isSameLearner(to, emailOf(0)) &&
      link?.id === id &&
      /^(?:Due|Overdue)/.test(subject) &&
      // A reminder names its charge first.
      /Tuition, payment (\d+) of/.exec(html)?.[1] === `${number}`,
  );
}

/** Returns the due date that a reminder names: its first date. */
export function dayIn(html: string): Day | null {
  const [written = ""] = /[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(html) ?? [];
  const day = new Date(`${written} UTC`).toISOString().slice(0, 10);
  return isDay(day) ? day : null;
}

export const AGREED_DATE_RULES: Rules = {
  *"A charge keeps the last day that was agreed and not taken back."({ views, dueDates, plan }) {
    for (const { id, state, charges } of views) {
      for (const { number, due, isAgreed = false, status } of charges) {
        const latest = changesOf(dueDates, id, number).at(-1);
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

  *"Reminders name the day on which a charge is due."(run) {
    for (const { id, charges } of run.views) {
      for (const charge of charges.filter(({ number }) => changesOf(run.dueDates, id, number).length > 0)) {
        const days = dueDays(run, id, charge);
        // A charge without a due date at the first agreement may have had the cohort's date before.
        if (days.some(({ due }) => due === null)) continue;
        for (const { subject, html, at } of remindersOf(run, id, charge.number)) {
          const spans = days.find(({ due }) => due === dayIn(html))?.spans ?? [];
          if (spans.some(({ from, gone }) => at > from && at < gone + DELIVERY_MS)) continue;
          yield `${id}: "${subject}" of payment ${charge.number} names ${dayIn(html)}, which is over.`;
        }
      }
    }
  },

  *"Overdue reminders wait for staff to answer a request for more time."(run) {
    for (const { enrolment, number, from, by, answeredFrom } of run.timeRequests) {
      const until = Math.min(from + QUIET_MS, answeredFrom);
      const early = remindersOf(run, enrolment, number).filter(
        ({ subject, at }) => subject.startsWith("Overdue") && at - 10 * MINUTE > by && at < until,
      );
      for (const { subject } of early) yield `${enrolment}: "${subject}" came while more time was asked for.`;
    }
  },
};
