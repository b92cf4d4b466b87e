/** No reminder after the payment or the stop, none missing, none twice, none on another day. */
import { addDays, type Day } from "~/domain/dates/day.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { REMINDER_DAYS, reminderTime } from "../learner.ts";
import { linkIn } from "../mail-links.ts";
import { emailOf } from "../orders.ts";
import type { ReceivedMail } from "../staff.ts";
import { DAY, HOUR, MINUTE } from "../trouble.ts";
import type { Ends } from "./ends.ts";
import {
  type BookedEnrolment,
  bookedEnrolments,
  type OwedCharge,
  perhapsPaidBy,
  surelyHeldBy,
} from "./enrolments.ts";
import { different } from "./notices.ts";

type Name = keyof typeof REMINDER_DAYS;

interface Reminder extends ReceivedMail {
  readonly enrolment: string;
  readonly number: number;
  readonly name: Name;
}

const SUBJECTS: readonly (readonly [RegExp, Name])[] = [
  [/^Due on /, "due soon"],
  [/^Due today: /, "due"],
  [/^Overdue: /, "overdue"],
];
const NUMBER = /Tuition, payment (\d+) of/;

/** An SMTP session that has started goes to its end. */
const ON_ITS_WAY_MS = 2 * MINUTE;
/** A mail server in trouble, and a queue that has lost a mail, have it by then. */
const AT_THE_LATEST_MS = 26 * HOUR;
/** Without any trouble. */
const SOON_MS = 3 * HOUR;

export function wrongReminders(ends: Ends): string[] {
  const reminders = remindersIn(ends.received);
  return bookedEnrolments(ends).flatMap((booked) => {
    const own = reminders.filter(({ enrolment }) => enrolment === booked.view.id);
    return booked.owed
      .filter(({ number }) => number > 1)
      .flatMap(({ number, due, upTo }) => {
        const ofCharge = own.filter((each) => each.number === number);
        return [
          ...inVain(booked, { number, upTo }, ofCharge, ends),
          ...(due
            ? names().flatMap((name) => wrongOnes(booked, { name, due, upTo, number }, ofCharge, ends))
            : []),
        ];
      });
  });
}

const names = () => Object.keys(REMINDER_DAYS) as Name[];

function remindersIn(received: readonly ReceivedMail[]): Reminder[] {
  return received.flatMap((mail) => {
    const [, name] = SUBJECTS.find(([subject]) => subject.test(mail.subject)) ?? [];
    const number = NUMBER.exec(mail.html)?.[1];
    const enrolment = mail.to === emailOf(0) ? linkIn(mail)?.id : undefined;
    return name && number && enrolment ? [{ ...mail, name, number: Number(number), enrolment }] : [];
  });
}

/** Those that came when there was nothing to remind of any more. */
function inVain(
  booked: BookedEnrolment,
  { number, upTo }: Pick<OwedCharge, "number" | "upTo">,
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

/** Those of one name: missing, twice, or at another time. */
function wrongOnes(
  booked: BookedEnrolment,
  { name, due, upTo, number }: { name: Name; due: Day; upTo: number; number: number },
  ofCharge: readonly Reminder[],
  ends: Ends,
): string[] {
  const own = ofCharge.filter((each) => each.name === name);
  const time = reminderTime(due, REMINDER_DAYS[name]);
  const free = freeFrom(booked, time);
  const mails = different(own);
  const what = `${booked.view.id}: "${name}" of payment ${number}`;
  return [
    ...(mails > 1 ? [`${what} was sent ${mails} times.`] : []),
    ...own
      .filter(({ at }) => at < time || at > free + DAY + AT_THE_LATEST_MS)
      .map(({ at }) => `${what} came ${((at - time) / HOUR).toFixed(1)} hours late.`),
    ...(mails === 0 && isExpected(booked, { name, time, upTo }, ends)
      ? [`${what} is missing, due ${addDays(due, 0)}.`]
      : []),
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
 * Whether it was to be sent and could be: the charge was unpaid, and the edge and the mail server had time. Money that is
 * held back holds reminders up, and only that of an overdue payment leaves after its day.
 */
function isExpected(
  booked: BookedEnrolment,
  { name, time, upTo }: { name: Name; time: number; upTo: number },
  ends: Ends,
): boolean {
  const free = freeFrom(booked, time);
  const isHeldUp = free > time;
  if (isHeldUp && (name !== "overdue" || free === Infinity)) return false;
  const { plan, stops, troubledFrom, start } = ends;
  const longest = Math.max(
    plan.smtp.until,
    plan.queue.until,
    plan.workers.until,
    plan.provider.until,
    ...plan.database.map(({ until }) => until),
  );
  const isTroubled = troubledFrom.some((from) => from < time + SOON_MS && from + longest > time);
  const until = isHeldUp ? free + DAY + AT_THE_LATEST_MS : time + (isTroubled ? AT_THE_LATEST_MS : SOON_MS);
  const started = booked.payments.map(({ account }) => account.chargedAt);
  const isActive = started.some((at) => at + 2 * DAY < time) && surelyHeldBy(booked, time) > 0;
  const isStopped = stops.some((stop) => stop.enrolment === booked.view.id && stop.at < until);
  return isActive && !isStopped && perhapsPaidBy(booked, until) < upTo && time > start + 5 * DAY;
}

/** All of staff are notified of a late payment on the day on which its learner is. */
export function missingLateLists(ends: Ends): string[] {
  const lists = ends.received.filter(({ subject }) => subject.startsWith("Late payments: "));
  return bookedEnrolments(ends).flatMap((booked) =>
    booked.owed.flatMap(({ due, upTo, number }) => {
      if (due === null || number < 2) return [];
      const time = reminderTime(due, REMINDER_DAYS.overdue);
      const isLate = surelyHeldBy(booked, time) > 0 && perhapsPaidBy(booked, time + DAY) < upTo;
      if (!isLate) return [];
      const told = lists.filter(
        ({ at, html }) => at >= time && at < time + 2 * DAY && html.includes(booked.view.id),
      );
      const staff = new Set(told.map(({ to }) => to)).size;
      return staff === STAFF.length
        ? []
        : [
            `${booked.view.id}: payment ${number} was late on ${addDays(due, 3)}, of which ${staff} of staff were told.`,
          ];
    }),
  );
}
