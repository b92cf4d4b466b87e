/** No reminder after the payment or the stop, none missing, none twice, none on another day. */
import { addDays } from "~/domain/dates/day.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { REMINDERS, reminderTime } from "../learner.ts";
import { different, emailOf, isOf } from "../mailboxes.ts";
import { DAY, HOUR, MINUTE } from "../plan.ts";
import { type Ends, type Invariants, readersOf } from "./ends.ts";
import { type BookedEnrolment, bookedEnrolments, isPerhapsPaidBy, surelyHeldBy } from "./enrolments.ts";

const [, , { days: OVERDUE_DAYS }] = REMINDERS;

/** An SMTP session that has started goes to its end. */
const ON_ITS_WAY_MS = 2 * MINUTE;
/** A mail server in trouble, and a queue that has lost a mail, have it by then. */
const AT_THE_LATEST_MS = 26 * HOUR;
/** The longest delay of a reminder when nothing fails. */
const SOON_MS = 3 * HOUR;

/** Returns the charges after the first payment of each plan. */
const laterCharges = (ends: Ends) =>
  bookedEnrolments(ends).flatMap((booked) =>
    booked.owed.flatMap((charge) => (charge.number < 2 ? [] : [{ booked, ...charge }])),
  );

/**
 * Returns when a reminder of that time may leave. While PayPal holds money back its learner has done their
 * part, and the edge asks about that once a day.
 */
function freeFrom({ heldBack }: BookedEnrolment, time: number): number {
  const held = heldBack.filter(({ from }) => from < time + SOON_MS);
  return Math.max(time, ...held.map(({ until }) => until + DAY));
}

/**
 * Returns whether a reminder was to be sent and could be: the charge was unpaid, and the edge and the mail
 * server had time. Money that is held back holds reminders up, and only that of an overdue payment leaves
 * after its day.
 */
function isDue(
  booked: BookedEnrolment,
  { name, time, ...charge }: { name: string; time: number; number: number; upTo: number },
  { plan, stops, troubledFrom, start }: Ends,
): boolean {
  const free = freeFrom(booked, time);
  const isHeldUp = free > time;
  if (isHeldUp && (name !== "overdue" || free === Infinity)) return false;
  const troubles = [plan.smtp, plan.queue, plan.workers, plan.provider, ...plan.database];
  const longest = Math.max(...troubles.map(({ until }) => until));
  const isTroubled = troubledFrom.some((from) => from < time + SOON_MS && from + longest > time);
  const until = isHeldUp ? free + DAY + AT_THE_LATEST_MS : time + (isTroubled ? AT_THE_LATEST_MS : SOON_MS);
  const isActive =
    booked.payments.some(({ chargedAt }) => chargedAt + 2 * DAY < time) && surelyHeldBy(booked, time) > 0;
  const isStopped = stops.some((stop) => stop.enrolment === booked.view.id && stop.at < until);
  return isActive && !isStopped && !isPerhapsPaidBy(booked, until, charge) && time > start + 5 * DAY;
}

export const OF_REMINDERS: Invariants = {
  *"Reminders come when they should, once, and stop."(ends) {
    for (const { booked, number, due, upTo } of laterCharges(ends)) {
      const { id } = booked.view;
      const itsReminders = ends.mails.filter(
        ({ to, link, html }) =>
          isOf(to, emailOf(0)) &&
          link?.id === id &&
          // What is due comes first in it.
          /Tuition, payment (\d+) of/.exec(html)?.[1] === `${number}`,
      );
      for (const { name, subject, days } of REMINDERS) {
        const mails = itsReminders.filter((mail) => subject.test(mail.subject));
        const what = `${id}: "${name}" of payment ${number}`;
        for (const { at } of mails) {
          const leftAt = at - ON_ITS_WAY_MS;
          const isStopped = ends.stops.some(
            (stop) => stop.isAnswered && stop.enrolment === id && stop.at < leftAt,
          );
          if (surelyHeldBy(booked, leftAt, number) >= upTo) yield `${what} came after it was paid.`;
          if (isStopped) yield `${what} came after a stop.`;
        }
        if (due === null) continue;
        const time = reminderTime(due, days);
        const latest = freeFrom(booked, time) + DAY + AT_THE_LATEST_MS;
        if (different(mails) > 1) yield `${what} was sent ${different(mails)} times.`;
        for (const { at } of mails) {
          if (at < time || at > latest) yield `${what} came ${((at - time) / HOUR).toFixed(1)} hours late.`;
        }
        if (mails.length === 0 && isDue(booked, { name, time, number, upTo }, ends)) {
          yield `${what} is missing, due ${new Date(time).toISOString().slice(0, 10)}.`;
        }
      }
    }
  },

  /** Finds late payments of which a member of staff was not notified within a week of the learner. */
  *"Staff are told of each late payment."(ends) {
    for (const { booked, due, upTo, number } of laterCharges(ends)) {
      if (due === null) continue;
      const { id } = booked.view;
      const time = reminderTime(due, OVERDUE_DAYS);
      const isWithdrawn = ends.stops.some(
        (stop) => stop.isWithdrawal && stop.enrolment === id && stop.at < time + 8 * DAY,
      );
      const isLate =
        !isWithdrawn &&
        surelyHeldBy(booked, time) > 0 &&
        !isPerhapsPaidBy(booked, time + 8 * DAY, { number, upTo });
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
