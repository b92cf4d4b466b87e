/** The rules about reminders and the lists of late payments. */
import { addDays } from "~/domain/dates/day.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { REMINDERS, reminderTime } from "../learner.ts";
import { countDistinct } from "../mailboxes.ts";
import { DAY, HOUR } from "../plan.ts";
import { DELIVERY_MS, dayIn, dueDays, QUIET_MS, remindersOf } from "./agreed-dates.ts";
import { bookedEnrolments, isPerhapsPaidBy, isSurelyPaidBy, surelyHeldBy } from "./enrolments.ts";
import { type FinishedRun, type Rules, readersOf } from "./finished-run.ts";

const [, , { days: OVERDUE_DAYS }] = REMINDERS;

/** The longest delay of a mail after trouble of the mail server or the queue. */
const LONGEST_DELAY_MS = 26 * HOUR;
/** The longest delay of a mail when nothing fails. */
const USUAL_DELAY_MS = 3 * HOUR;

/** Returns the charges after each plan's first payment, once for each of their due dates. */
const laterCharges = (run: FinishedRun) =>
  bookedEnrolments(run).flatMap((booked) =>
    booked.owed
      .filter(({ number }) => number > 1)
      .flatMap((charge) =>
        dueDays(run, booked.view.id, charge).map((dated) => ({ booked, ...charge, ...dated })),
      ),
  );

type LaterCharge = ReturnType<typeof laterCharges>[number];

/**
 * Returns the earliest time at which a reminder is sent. PayPal holding money back delays it, since the edge checks
 * such payments daily, and so does a request for more time.
 */
function earliestTime({ booked, number }: LaterCharge, time: number, { timeRequests }: FinishedRun): number {
  const { heldBack, view } = booked;
  const requests = timeRequests
    .filter((request) => request.enrolment === view.id && request.number === number)
    .map(({ from }) => ({ from, until: from + QUIET_MS }));
  const held = [...heldBack, ...requests].filter(({ from }) => from < time + USUAL_DELAY_MS);
  return Math.max(time, ...held.map(({ until }) => until + DAY));
}

/**
 * Returns whether a reminder had to be sent: the charge was unpaid, and the edge and the mail server had enough time.
 * Of delayed reminders, only the one for an overdue payment is still sent.
 */
function isDue(
  charge: LaterCharge,
  { name, time }: { name: string; time: number },
  run: FinishedRun,
): boolean {
  const { plan, stops, troubledFrom, start } = run;
  const { booked, spans } = charge;
  const earliest = earliestTime(charge, time, run);
  const isDelayed = earliest > time;
  if (isDelayed && (name !== "overdue" || earliest === Infinity)) return false;
  const troubles = [plan.smtp, plan.queue, plan.workers, plan.provider, ...plan.database];
  const longestTrouble = Math.max(...troubles.map(({ until }) => until));
  const isTroubled = troubledFrom.some(
    (from) => from < time + USUAL_DELAY_MS && from + longestTrouble > time,
  );
  const until = isDelayed
    ? earliest + DAY + LONGEST_DELAY_MS
    : time + (isTroubled ? LONGEST_DELAY_MS : USUAL_DELAY_MS);
  const isActive =
    booked.payments.some(({ chargedAt }) => chargedAt + 2 * DAY < time) && surelyHeldBy(booked, time) > 0;
  const isStopped = stops.some((stop) => stop.enrolment === booked.view.id && stop.at < until);
  const isInForce = spans.some((span) => span.by < time && span.until > until);
  return (
    isActive && isInForce && !isStopped && !isPerhapsPaidBy(booked, until, charge) && time > start + 5 * DAY
  );
}

export const REMINDER_RULES: Rules = {
  *"Reminders come when they should, once, and stop."(run) {
    for (const charge of laterCharges(run)) {
      const { booked, number, due } = charge;
      const { id } = booked.view;
      const itsReminders = remindersOf(run, id, number).filter(
        ({ html }) => !booked.isReordered || dayIn(html) === due,
      );
      for (const { name, subject, days } of REMINDERS) {
        const mails = itsReminders.filter((mail) => subject.test(mail.subject));
        const reminder = `${id}: "${name}" of payment ${number}`;
        for (const { at } of mails) {
          const sentAt = at - DELIVERY_MS;
          const isStopped = run.stops.some(
            (stop) => stop.isAnswered && stop.enrolment === id && stop.at < sentAt,
          );
          if (isSurelyPaidBy(booked, sentAt, charge)) yield `${reminder} came after it was paid.`;
          if (isStopped) yield `${reminder} came after a stop.`;
        }
        if (due === null) continue;
        const time = reminderTime(due, days);
        const latest = earliestTime(charge, time, run) + DAY + LONGEST_DELAY_MS;
        if (countDistinct(mails) > 1) yield `${reminder} was sent ${countDistinct(mails)} times.`;
        for (const { at } of mails) {
          if (at < time || at > latest)
            yield `${reminder} came ${((at - time) / HOUR).toFixed(1)} hours late.`;
        }
        if (mails.length === 0 && isDue(charge, { name, time }, run)) {
          yield `${reminder} is missing, due ${new Date(time).toISOString().slice(0, 10)}.`;
        }
      }
    }
  },

  /** Each member of staff is notified within a week of the learner. */
  *"Staff are told of each late payment."(run) {
    for (const charge of laterCharges(run)) {
      const { booked, due, number, spans } = charge;
      if (due === null) continue;
      const { id } = booked.view;
      const time = reminderTime(due, OVERDUE_DAYS);
      const isWithdrawn = run.stops.some(
        (stop) => stop.isWithdrawal && stop.enrolment === id && stop.at < time + 8 * DAY,
      );
      const isLate =
        !isWithdrawn &&
        spans.some(({ by, until }) => by < reminderTime(due, 1) && until > time + 8 * DAY) &&
        surelyHeldBy(booked, time) > 0 &&
        !isPerhapsPaidBy(booked, time + 8 * DAY, charge);
      const lists = run.mails.filter(
        ({ subject, at, html }) =>
          subject.startsWith("Late payments: ") &&
          at >= reminderTime(due, 1) &&
          at < time + 9 * DAY &&
          html.includes(id),
      );
      const staff = readersOf(lists);
      if (!isLate || staff === STAFF.length) continue;
      const day = addDays(due, OVERDUE_DAYS);
      yield `${id}: payment ${number} was late on ${day}, of which ${staff} of staff were told.`;
    }
  },
};
