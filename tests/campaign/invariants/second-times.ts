/** The rules for things that happen again, after staff looked, withdrew a learner or took a date back. */
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Access, accessOf } from "~/domain/enrolment/access.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { emailOf, isOf } from "../mailboxes.ts";
import { DAY } from "../plan.ts";
import { type Invariants, readersOf } from "./ends.ts";

/** The time after which a sweep has run and a mail server's trouble has ended. */
const AT_THE_LATEST_MS = 2 * DAY;

export const OF_SECOND_TIMES: Invariants = {
  *"The portal has each learner's access and address as the site has them."({
    plan,
    learners,
    portal,
    sweeps,
    time,
  }) {
    if (!plan.hasPortal) return;
    // The next sweep notifies the portal of access that changes with time alone.
    const days = [sweeps.at(-2) ?? time.now, time.now].map((at) => lagosDay(new Date(at)));
    for (const { id, email, ...facts } of learners.filter((each) => isEmailAddress(each.email))) {
      const portalLearner = portal.get(id);
      const onSite = days.map((day) => accessOf(facts, day) ?? "ended");
      const atPortal = portalLearner?.access ?? "ended";
      if (!onSite.includes(atPortal as Access))
        yield `${id} is ${atPortal} at the portal, and ${onSite} on the site.`;
      if (portalLearner && portalLearner.learner?.email !== email)
        yield `${id} has another address at the portal.`;
    }
  },

  *"What is paid after a withdrawal is flagged, and staff hear of it."({
    payments,
    stops,
    enrolments,
    mails,
  }) {
    for (const { at, enrolment } of stops.filter((stop) => stop.isWithdrawal && stop.isAnswered)) {
      const late = payments.filter(
        ({ row, chargedAt, heldMinor }) => row?.enrolment_id === enrolment && chargedAt > at && heldMinor > 0,
      );
      const isFlagged = enrolments.get(enrolment)?.flags.includes("paid-after-withdrawal");
      for (const { reference, chargedAt } of late) {
        const notices = mails.filter(
          (mail) =>
            mail.at >= chargedAt &&
            /^Enrolment:.*paid after withdrawing/i.test(mail.subject) &&
            mail.html.includes(enrolment),
        );
        const staff = readersOf(notices);
        if (isFlagged && staff === STAFF.length) continue;
        yield `${enrolment} was withdrawn before ${reference} was paid, of which ${staff} of staff heard.`;
      }
    }
  },

  *"What comes after staff have looked is shown to them again."({ payments, looks, stops, enrolments }) {
    for (const { at, enrolment } of looks) {
      const itsPayments = payments.filter(({ row }) => row?.enrolment_id === enrolment);
      for (const { reference, row, disputedAt } of itsPayments) {
        if (disputedAt.every((time) => time <= at) || row?.flagged_state !== row?.seen_state) continue;
        yield `${reference} was disputed after staff had looked, and is not shown to them.`;
      }
      const isWithdrawn = stops.some(
        (stop) => stop.isWithdrawal && stop.enrolment === enrolment && stop.at < at,
      );
      const isPaidSince = itsPayments.some(({ chargedAt, heldMinor }) => chargedAt > at && heldMinor > 0);
      const { flags, seen_flags } = enrolments.get(enrolment) ?? {};
      if (isWithdrawn && isPaidSince && flags === seen_flags)
        yield `${enrolment} was paid after staff had looked, and is not shown to them.`;
    }
  },

  *"A date that is taken back leaves nothing due but what was agreed."({ plan, start, mails, dueDates }) {
    if (plan.dateTakenBack === null) return;
    for (const { to, subject, at, html } of mails) {
      if (at < start + plan.dateTakenBack + AT_THE_LATEST_MS || !/^(Due|Overdue)/.test(subject)) continue;
      const [, number] = /Tuition, payment (\d+) of/.exec(html) ?? [];
      const isAgreed = dueDates.some((due) => due.isAgreed && String(due.number) === number);
      // The registration and the first payment have days of their own, whatever the cohort's date.
      // The first payment is due on registering, whatever the cohort's date is.
      if (!isAgreed && number !== "1") yield `${to} read "${subject}" after the date was taken back.`;
    }
  },

  *"Only an address that was confirmed is the learner's, and its keys alone open the enrolment."(ends) {
    for (const { id, learner } of ends.views.filter((view) => isOf(view.learner.email, emailOf(0)))) {
      const itsConfirmations = ends.confirmations.filter(({ enrolment }) => enrolment === id);
      const latest = itsConfirmations.findLastIndex(({ isAnswered }) => isAnswered);
      const confirmedEmail = itsConfirmations[latest]?.email ?? emailOf(0);
      const perhaps = [confirmedEmail, ...itsConfirmations.slice(latest + 1).map(({ email }) => email)];
      if (!perhaps.includes(learner.email))
        yield `${id} belongs to ${learner.email}, and ${confirmedEmail} was confirmed last.`;
      for (const { email } of itsConfirmations.filter(
        ({ isAnswered, isReplaced }) => isAnswered && isReplaced,
      ))
        yield `${id}: ${email} was confirmed after another address was asked for.`;
    }
    for (const { enrolment, email } of ends.staleKeys)
      yield `A link that was mailed to ${email} opens ${enrolment}, which is another's.`;
  },

  *"My enrolment shows nothing that is over."({ outdated }) {
    yield* new Set(outdated);
  },
};
