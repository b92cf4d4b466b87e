/** No reminder after the payment or the stop, none missing, none twice, none on another day. */
import { addDays } from "~/domain/dates/day.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { REMINDER_DAYS, reminderTime } from "../learner.ts";
import { linkIn } from "../mailboxes.ts";
import { emailOf } from "../orders.ts";
import { DAY, HOUR, MINUTE } from "../trouble.ts";
import type { Ends } from "./ends.ts";
import { type BookedEnrolment, bookedEnrolments, perhapsPaidBy, surelyHeldBy } from "./enrolments.ts";
import { different } from "./mails.ts";

type Name = keyof typeof REMINDER_DAYS;

const SUBJECTS: Readonly<Record<Name, RegExp>> = {
  "due soon": /^Due on /,
  due: /^Due today: /,
  overdue: /^Overdue: /,
};
const NAMES = Object.keys(SUBJECTS) as Name[];

/** An SMTP session that has started goes to its end. */
const ON_ITS_WAY_MS = 2 * MINUTE;
/** A mail server in trouble, and a queue that has lost a mail, have it by then. */
const AT_THE_LATEST_MS = 26 * HOUR;
/** Without any trouble. */
const SOON_MS = 3 * HOUR;

export function wrongReminders(ends: Ends): string[] {
  const reminders = remindersIn(ends);
  return laterCharges(ends).flatMap(({ booked, number, due, upTo }) => {
    const own = reminders.filter((each) => each.enrolment === booked.view.id && each.number === number);
    return [
      ...inVain(booked, { number, upTo }, own, ends),
      ...(due === null
        ? []
        : NAMES.flatMap((name) => {
            const ofName = own.filter((each) => each.name === name);
            const time = reminderTime(due, REMINDER_DAYS[name]);
            const what = `${booked.view.id}: "${name}" of payment ${number}`;
            return ofName.length > 0
              ? wrongOnes(booked, { what, time }, ofName)
              : missingOne(booked, { what, name, time, upTo }, ends);
          })),
    ];
  });
}

/** What comes after the first payment of each plan. */
const laterCharges = (ends: Ends) =>
  bookedEnrolments(ends).flatMap((booked) =>
    booked.owed.flatMap((charge) => (charge.number < 2 ? [] : [{ booked, ...charge }])),
  );

type Reminder = ReturnType<typeof remindersIn>[number];

function remindersIn({ mailboxes }: Ends) {
  return mailboxes.received.flatMap((mail) => {
    const name = NAMES.find((each) => SUBJECTS[each].test(mail.subject));
    const number = /Tuition, payment (\d+) of/.exec(mail.html)?.[1];
    const enrolment = mail.to === emailOf(0) ? linkIn(mail)?.id : undefined;
    return name && number && enrolment ? [{ ...mail, name, number: Number(number), enrolment }] : [];
  });
}

/** Those that came when there was nothing to remind of any more. */
function inVain(
  booked: BookedEnrolment,
  { number, upTo }: { number: number; upTo: number },
  reminders: readonly Reminder[],
  { stops }: Ends,
): string[] {
  return reminders.flatMap(({ enrolment, subject, at }) => {
    const leftAt = at - ON_ITS_WAY_MS;
    const isStopped = stops.some(
      (stop) => stop.isAnswered && stop.enrolment === enrolment && stop.at < leftAt,
    );
    const what = `${enrolment}: reminded of payment ${number}`;
    return [
      ...(surelyHeldBy(booked, leftAt, number) >= upTo ? [`${what} after it was paid: "${subject}".`] : []),
      ...(isStopped ? [`${what} after a stop: "${subject}".`] : []),
    ];
  });
}

/** Those of one name: twice, or at another time. */
function wrongOnes(
  booked: BookedEnrolment,
  { what, time }: { what: string; time: number },
  own: readonly Reminder[],
): string[] {
  const latest = freeFrom(booked, time) + DAY + AT_THE_LATEST_MS;
  const mails = different(own);
  return [
    ...(mails > 1 ? [`${what} was sent ${mails} times.`] : []),
    ...own
      .filter(({ at }) => at < time || at > latest)
      .map(({ at }) => `${what} came ${((at - time) / HOUR).toFixed(1)} hours late.`),
  ];
}

/**
 * From when a reminder of that time may leave: its learner has done their part while PayPal holds money back, and the edge
 * asks about that once a day.
 */
function freeFrom({ heldBack }: BookedEnrolment, time: number): number {
  const held = heldBack.filter(({ from }) => from < time + SOON_MS);
  return Math.max(time, ...held.map(({ until }) => until + DAY));
}

/**
 * One that was to be sent and could be: the charge was unpaid, and the edge and the mail server had time. Money that is held
 * back holds reminders up, and only that of an overdue payment leaves after its day.
 */
function missingOne(
  booked: BookedEnrolment,
  { what, name, time, upTo }: { what: string; name: Name; time: number; upTo: number },
  { plan, stops, troubledFrom, start }: Ends,
): string[] {
  const free = freeFrom(booked, time);
  const isHeldUp = free > time;
  if (isHeldUp && (name !== "overdue" || free === Infinity)) return [];
  const troubles = [plan.smtp, plan.queue, plan.workers, plan.provider, ...plan.database];
  const longest = Math.max(...troubles.map(({ until }) => until));
  const isTroubled = troubledFrom.some((from) => from < time + SOON_MS && from + longest > time);
  const until = isHeldUp ? free + DAY + AT_THE_LATEST_MS : time + (isTroubled ? AT_THE_LATEST_MS : SOON_MS);
  const isActive =
    booked.payments.some(({ account }) => account.chargedAt + 2 * DAY < time) &&
    surelyHeldBy(booked, time) > 0;
  const isStopped = stops.some((stop) => stop.enrolment === booked.view.id && stop.at < until);
  return isActive && !isStopped && perhapsPaidBy(booked, until) < upTo && time > start + 5 * DAY
    ? [`${what} is missing, due ${new Date(time).toISOString().slice(0, 10)}.`]
    : [];
}

/** All of staff are notified of a late payment on the day on which its learner is. */
export function missingLateLists(ends: Ends): string[] {
  const lists = ends.mailboxes.received.filter(({ subject }) => subject.startsWith("Late payments: "));
  return laterCharges(ends).flatMap(({ booked, due, upTo, number }) => {
    if (due === null) return [];
    const time = reminderTime(due, REMINDER_DAYS.overdue);
    const isLate = surelyHeldBy(booked, time) > 0 && perhapsPaidBy(booked, time + DAY) < upTo;
    if (!isLate) return [];
    const told = lists.filter(
      ({ at, html }) => at >= time && at < time + 2 * DAY && html.includes(booked.view.id),
    );
    const staff = new Set(told.map(({ to }) => to)).size;
    const what = `${booked.view.id}: payment ${number} was late on ${addDays(due, 3)}`;
    return staff === STAFF.length ? [] : [`${what}, of which ${staff} of staff were told.`];
  });
}
