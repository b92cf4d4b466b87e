/** No reminder after the payment or the stop, none missing, none twice, none on another day. */
import { addDays } from "~/domain/dates/day.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { REMINDERS, reminderTime } from "../learner.ts";
import { different } from "../mailboxes.ts";
import { DAY, HOUR } from "../plan.ts";
import { dayIn, dueDays, ON_ITS_WAY_MS, QUIET_MS, remindersOf } from "./agreed-dates.ts";
import { type Ends, type Invariants, readersOf } from "./ends.ts";
import { bookedEnrolments, isPerhapsPaidBy, isSurelyPaidBy, surelyHeldBy } from "./enrolments.ts";

const [, , { days: OVERDUE_DAYS }] = REMINDERS;

/** A mail server in trouble, and a queue that has lost a mail, have it by then. */
const AT_THE_LATEST_MS = 26 * HOUR;
/** The longest delay of a reminder when nothing fails. */
const SOON_MS = 3 * HOUR;

/** Returns the charges after the first payment of each plan, each with every day on which it was due. */
const laterCharges = (ends: Ends) =>
  bookedEnrolments(ends).flatMap((booked) =>
    booked.owed
      .filter(({ number }) => number > 1)
      .flatMap((charge) =>
        dueDays(ends, booked.view.id, charge).map((dated) => ({ booked, ...charge, ...dated })),
      ),
  );

type LaterCharge = ReturnType<typeof laterCharges>[number];

/**
 * Returns when a reminder of that time may leave. While PayPal holds money back its learner has done their
 * part, and the edge asks about that once a day. What follows a late payment waits where more time was asked for.
 */
function freeFrom({ booked, number }: LaterCharge, time: number, { timeRequests }: Ends): number {
  const { heldBack, view } = booked;
  const requests = timeRequests
    .filter((request) => request.enrolment === view.id && request.number === number)
    .map(({ from }) => ({ from, until: from + QUIET_MS }));
  const held = [...heldBack, ...requests].filter(({ from }) => from < time + SOON_MS);
  return Math.max(time, ...held.map(({ until }) => until + DAY));
}

/**
 * Returns whether a reminder was to be sent and could be: the charge was unpaid, and the edge and the mail
 * server had time. Money that is held back holds reminders up, and only that of an overdue payment leaves
 * after its day.
 */
function isDue(charge: LaterCharge, { name, time }: { name: string; time: number }, ends: Ends): boolean {
  const { plan, stops, troubledFrom, start } = ends;
  const { booked, spans } = charge;
  const free = freeFrom(charge, time, ends);
  const isHeldUp = free > time;
  if (isHeldUp && (name !== "overdue" || free === Infinity)) return false;
  const troubles = [plan.smtp, plan.queue, plan.workers, plan.provider, ...plan.database];
  const longest = Math.max(...troubles.map(({ until }) => until));
  const isTroubled = troubledFrom.some((from) => from < time + SOON_MS && from + longest > time);
  const until = isHeldUp ? free + DAY + AT_THE_LATEST_MS : time + (isTroubled ? AT_THE_LATEST_MS : SOON_MS);
  const isActive =
    booked.payments.some(({ chargedAt }) => chargedAt + 2 * DAY < time) && surelyHeldBy(booked, time) > 0;
  const isStopped = stops.some((stop) => stop.enrolment === booked.view.id && stop.at < until);
  const isInForce = spans.some((span) => span.by < time && span.until > until);
  return (
    isActive && isInForce && !isStopped && !isPerhapsPaidBy(booked, until, charge) && time > start + 5 * DAY
  );
}

export const OF_REMINDERS: Invariants = {
  *"Reminders come when they should, once, and stop."(ends) {
    for (const charge of laterCharges(ends)) {
      const { booked, number, due } = charge;
      const { id } = booked.view;
      const itsReminders = remindersOf(ends, id, number).filter(
        ({ html }) => !booked.isReordered || dayIn(html) === due,
      );
      for (const { name, subject, days } of REMINDERS) {
        const mails = itsReminders.filter((mail) => subject.test(mail.subject));
        const what = `${id}: "${name}" of payment ${number}`;
        for (const { at } of mails) {
          const leftAt = at - ON_ITS_WAY_MS;
          const isStopped = ends.stops.some(
            (stop) => stop.isAnswered && stop.enrolment === id && stop.at < leftAt,
          );
          if (isSurelyPaidBy(booked, leftAt, charge)) yield `${what} came after it was paid.`;
          if (isStopped) yield `${what} came after a stop.`;
        }
        if (due === null) continue;
        const time = reminderTime(due, days);
        const latest = freeFrom(charge, time, ends) + DAY + AT_THE_LATEST_MS;
        if (different(mails) > 1) yield `${what} was sent ${different(mails)} times.`;
        for (const { at } of mails) {
          if (at < time || at > latest) yield `${what} came ${((at - time) / HOUR).toFixed(1)} hours late.`;
        }
        if (mails.length === 0 && isDue(charge, { name, time }, ends)) {
          yield `${what} is missing, due ${new Date(time).toISOString().slice(0, 10)}.`;
        }
      }
    }
  },

  /** Finds late payments of which a member of staff was not notified within a week of the learner. */
  *"Staff are told of each late payment."(ends) {
    for (const charge of laterCharges(ends)) {
      const { booked, due, number, spans } = charge;
      if (due === null) continue;
      const { id } = booked.view;
      const time = reminderTime(due, OVERDUE_DAYS);
      const isWithdrawn = ends.stops.some(
        (stop) => stop.isWithdrawal && stop.enrolment === id && stop.at < time + 8 * DAY,
      );
      const isLate =
        !isWithdrawn &&
        spans.some(({ by, until }) => by < reminderTime(due, 1) && until > time + 8 * DAY) &&
        surelyHeldBy(booked, time) > 0 &&
        !isPerhapsPaidBy(booked, time + 8 * DAY, charge);
      const lists = ends.mails.filter(
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
