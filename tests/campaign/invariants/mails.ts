/** The rules that compare the mailboxes of staff, learners and payers with the providers' books. */
import { lagosDay } from "~/domain/dates/day.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { STAFF, site } from "../../fixtures/enrolment.ts";
import { different, referenceIn, UNCONFIRMED } from "../mailboxes.ts";
import { DAY } from "../plan.ts";
import { type Ends, type Invariants, isCharged, sum } from "./ends.ts";

/** Returns the reports of the books' comparison to the alerts role. */
const comparisonsIn = ({ mails }: Ends) =>
  mails.filter(({ to, subject }) => to === site.alertsEmail && subject.startsWith("Reconciliation:"));

/** Counts the money that went back, and the disputes, that only the comparison of the books found. */
export function foundByComparison(ends: Ends): number {
  const rows = comparisonsIn(ends).flatMap(({ html }) => html.split("<tr>"));
  const unrecordedChanges = rows.filter((row) =>
    /went back and was not recorded|dispute that was not recorded/.test(row),
  );
  return new Set(unrecordedChanges.map(referenceIn)).size;
}

export const OF_MAILS: Invariants = {
  /** Staff can always see which report is the latest, and it is true; nor is it reported again, however long ago. */
  *"Staff can always tell which notice is the latest."({ payments, mails, lastEvent, mendedAt }) {
    for (const { reference, currency, heldMinor, disputedAt, status, ...payment } of payments) {
      for (const to of payment.charges > 0 ? STAFF : []) {
        const numberedMails = payment.mails.filter((mail) => mail.to === to && mail.number !== null);
        const last = numberedMails.toSorted((a, b) => Number(a.number) - Number(b.number)).at(-1);
        const amount = formatExact(fromMinor(currency, heldMinor));
        const isTrue =
          last?.says === status &&
          last.flag.includes("disputed") === disputedAt.length > 0 &&
          last.html.includes(`<td>${amount}</td>`);
        if (!last) yield `${to} never read the provider's word on ${reference}.`;
        else if (!isTrue)
          yield `${to} last read "${last.subject}" of ${reference}, of which ${amount} are left: ${status}.`;
      }
    }
    const quietSince = Math.max(lastEvent + 6 * DAY, mendedAt + DAY);
    for (const { to, subject, at } of mails) {
      if (at <= quietSince || !subject.startsWith("Registration")) continue;
      yield `${to} read "${subject}" ${Math.round((at - lastEvent) / DAY)} days late.`;
    }
  },

  /** Finds readers who are told one thing twice, or of money that was not taken. */
  *"Nobody reads one thing in two mails, or of money that was not taken."(ends) {
    const reports = ends.mails.filter(({ says }) => says);
    for (const { to, subject, reference, says = "" } of reports) {
      if (["unpaid", UNCONFIRMED].includes(says) || isCharged(ends, reference)) continue;
      yield `${to} read "${subject}" of ${reference}, which was not charged.`;
    }
    const same = Map.groupBy(
      reports,
      ({ to, reference, number, says }) => `${to} ${reference} ${number ?? says}`,
    );
    for (const [what, mails] of same) {
      if (different(mails) < 2) continue;
      const subjects = mails.map(({ subject }) => `"${subject}"`).join(" and ");
      yield `${what}: ${subjects} cannot be told apart in time.`;
    }
  },

  /** Every payout of a day whose books were compared is known, and of one that failed somebody is notified. */
  *"Payouts are known, and those that failed reported."(ends) {
    const { plan, comparedDays, providers } = ends;
    const payouts = providers.paystack.settlements.map((payout) => ({
      ...payout,
      day: lagosDay(new Date(payout.createdAt)),
    }));
    const reports = comparisonsIn(ends);
    for (const { id, day } of payouts.filter(({ status }) => status === "failed")) {
      const isCompared = plan.comparesDaily || comparedDays.some((compared) => compared.day === day);
      if (!isCompared || reports.some(({ html }) => html.includes(`${id}`))) continue;
      yield `Payout ${id} failed, and nobody was notified.`;
    }
    for (const { day, payouts_minor } of comparedDays) {
      const dayPayouts = payouts.filter((payout) => payout.status === "success" && payout.day === day);
      const paidOut = sum(dayPayouts.map(({ minor }) => minor));
      if (paidOut !== payouts_minor)
        yield `${paidOut} was paid out on ${day}, of which ${payouts_minor} is known.`;
    }
  },

  *"No mail is lost."({ mails, undelivered, lostNotes }) {
    const repeats = mails.length - new Set(mails.map(({ to, messageId }) => `${to} ${messageId}`)).size;
    if (repeats > lostNotes) yield `${repeats} mails came twice, though only ${lostNotes} notes were lost.`;
    if (undelivered.length > 0) yield `${undelivered.length} mails are still not delivered.`;
  },

  /** Finds charged payments without a receipt for their learner. */
  *"Each payment has a receipt."({ payments }) {
    for (const { reference, heldMinor, mails } of payments) {
      const hasReceipt = mails.some(({ to, says }) => says === "receipt" && to.startsWith("learner-"));
      if (heldMinor <= 0 || hasReceipt) continue;
      yield `${reference} was paid, and its learner has no receipt.`;
    }
  },
};
