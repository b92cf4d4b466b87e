/** The rules about the portal, addresses, and events after a withdrawal, a reviewed flag or a withdrawn date. */
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Access, accessOf } from "~/domain/enrolment/access.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { emailOf, isSameLearner } from "../mailboxes.ts";
import { DAY } from "../plan.ts";
import { type Rules, readersOf } from "./finished-run.ts";

/** The time by which a sweep has run and the mail server's trouble has ended. */
const LONGEST_DELAY_MS = 2 * DAY;

export const LATER_CHANGE_RULES: Rules = {
  *"The portal has each learner's access and address as the site has them."({
    plan,
    learners,
    portal,
    sweeps,
    time,
  }) {
    if (!plan.hasPortal) return;
    // Access that changes by the date reaches the portal with the next sweep.
    const days = [sweeps.at(-2) ?? time.now, time.now].map((at) => lagosDay(new Date(at)));
    for (const { id, email, ...facts } of learners.filter((learner) => isEmailAddress(learner.email))) {
      const portalLearner = portal.get(id);
      const onSite = days.map((day) => accessOf(facts, day) ?? "ended");
      const atPortal = portalLearner?.access ?? "ended";
      if (!onSite.includes(atPortal as Access))
        yield `${id} is ${atPortal} at the portal, and ${onSite} on the site.`;
      if (portalLearner && portalLearner.learner?.email !== email)
        yield `${id} has another address at the portal.`;
    }
  },

  *"A payment after a withdrawal is flagged and reported to staff."({ payments, stops, enrolments, mails }) {
    for (const { at, enrolment } of stops.filter((stop) => stop.isWithdrawal && stop.isAnswered)) {
      const laterPayments = payments.filter(
        ({ row, chargedAt, heldMinor }) => row?.enrolment_id === enrolment && chargedAt > at && heldMinor > 0,
      );
      const isFlagged = enrolments.get(enrolment)?.flags.includes("paid-after-withdrawal");
      for (const { reference, chargedAt } of laterPayments) {
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

  *"An event after staff marked flags as looked at is shown to them again."({
    payments,
    looks,
    stops,
    enrolments,
  }) {
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
      if (at < start + plan.dateTakenBack + LONGEST_DELAY_MS || !/^(Due|Overdue)/.test(subject)) continue;
      const [, number] = /Tuition, payment (\d+) of/.exec(html) ?? [];
      const isAgreed = dueDates.some((due) => due.isAgreed && String(due.number) === number);
      // The first payment is due on registering, whatever the cohort's date is.
      if (!isAgreed && number !== "1") yield `${to} read "${subject}" after the date was taken back.`;
    }
  },

  *"Only an address that was confirmed is the learner's, and its keys alone open the enrolment."(run) {
    for (const { id, learner } of run.views.filter((view) => isSameLearner(view.learner.email, emailOf(0)))) {
      const itsConfirmations = run.confirmations.filter(({ enrolment }) => enrolment === id);
      const latest = itsConfirmations.findLastIndex(({ isAnswered }) => isAnswered);
      const confirmedEmail = itsConfirmations[latest]?.email ?? emailOf(0);
      const possibleEmails = [
        confirmedEmail,
        ...itsConfirmations.slice(latest + 1).map(({ email }) => email),
      ];
      if (!possibleEmails.includes(learner.email))
        yield `${id} belongs to ${learner.email}, and ${confirmedEmail} was confirmed last.`;
      for (const { email } of itsConfirmations.filter(
        ({ isAnswered, isReplaced }) => isAnswered && isReplaced,
      ))
        yield `${id}: ${email} was confirmed after another address was asked for.`;
    }
    for (const { enrolment, email } of run.staleKeys)
      yield `A link that was mailed to ${email} opens ${enrolment}, which is another's.`;
  },

  *"My enrolment shows nothing that is over."({ outdated }) {
    yield* new Set(outdated);
  },
};
