/** The rules that compare mailboxes with the providers' books. */
import { lagosDay } from "~/domain/dates/day.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { STAFF, site } from "../../fixtures/enrolment.ts";
import { countDistinct, referenceIn, UNCONFIRMED } from "../mailboxes.ts";
import { DAY } from "../plan.ts";
import { type FinishedRun, isCharged, type Rules, sum } from "./finished-run.ts";

/** Returns the mails that report differences between the books. */
const comparisonsIn = ({ mails }: FinishedRun) =>
  mails.filter(({ to, subject }) => to === site.alertsEmail && subject.startsWith("Reconciliation:"));

/** Counts the payments whose return or dispute only the comparison of the books found. */
export function foundByComparison(run: FinishedRun): number {
  const rows = comparisonsIn(run).flatMap(({ html }) => html.split("<tr>"));
  const unrecordedChanges = rows.filter((row) =>
    /went back and was not recorded|dispute that was not recorded/.test(row),
  );
  return new Set(unrecordedChanges.map(referenceIn)).size;
}

export const MAIL_RULES: Rules = {
  /** The notice with the greatest number is true, and no notice comes long after the last activity. */
  *"Staff can always tell which notice is the latest."({ payments, mails, lastActivity, mendedAt }) {
    for (const payment of payments.filter(({ timesCharged }) => timesCharged > 0)) {
      const { reference, currency, heldMinor, disputedAt, status } = payment;
      const amount = formatExact(fromMinor(currency, heldMinor));
      for (const to of STAFF) {
        const notices = payment.mails.filter((mail) => mail.to === to && mail.number !== null);
        const last = notices.toSorted((a, b) => Number(a.number) - Number(b.number)).at(-1);
        const isTrue =
          last?.reported === status &&
          last.flag.includes("disputed") === disputedAt.length > 0 &&
          last.html.includes(`<td>${amount}</td>`);
        if (!last) yield `${to} was never notified of ${reference}.`;
        else if (!isTrue)
          yield `${to} last read "${last.subject}" of ${reference}, which is ${status} with ${amount} kept.`;
      }
    }
    // The latest webhooks, checks and deliveries take less than six days. A mended mailbox gets its mails in one.
    const quietSince = Math.max(lastActivity + 6 * DAY, mendedAt + DAY);
    for (const { to, subject, at } of mails) {
      if (at <= quietSince || !subject.startsWith("Registration")) continue;
      yield `${to} read "${subject}" ${Math.round((at - lastActivity) / DAY)} days late.`;
    }
  },

  *"Nobody gets two mails about one report, or a mail about money that was not taken."(run) {
    const reports = run.mails.filter(({ reported }) => reported);
    for (const { to, subject, reference, reported = "" } of reports) {
      if (["unpaid", UNCONFIRMED].includes(reported) || isCharged(run, reference)) continue;
      yield `${to} read "${subject}" of ${reference}, which was not charged.`;
    }
    const sameReports = Map.groupBy(
      reports,
      ({ to, reference, number, reported }) => `${to} ${reference} ${number ?? reported}`,
    );
    for (const [report, mails] of sameReports) {
      if (countDistinct(mails) < 2) continue;
      const subjects = mails.map(({ subject }) => `"${subject}"`).join(" and ");
      yield `${report}: ${subjects} are different mails about one report.`;
    }
  },

  /** The edge knows every payout of a day whose books it compared, and reports each that failed. */
  *"Payouts are known, and those that failed reported."(run) {
    const { plan, comparedDays, providers } = run;
    const payouts = providers.paystack.settlements.map((payout) => ({
      ...payout,
      day: lagosDay(new Date(payout.createdAt)),
    }));
    const reports = comparisonsIn(run);
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

  *"No mail is lost."({ mails, undelivered, lostDeliveryRecords }) {
    const repeats = mails.length - new Set(mails.map(({ to, messageId }) => `${to} ${messageId}`)).size;
    if (repeats > lostDeliveryRecords)
      yield `${repeats} mails came twice, though only ${lostDeliveryRecords} delivery records were lost.`;
    if (undelivered.length > 0) yield `${undelivered.length} mails are still not delivered.`;
  },

  *"Each payment has a receipt."({ payments }) {
    for (const { reference, heldMinor, mails } of payments) {
      const hasReceipt = mails.some(
        ({ to, reported }) => reported === "receipt" && to.startsWith("learner-"),
      );
      if (heldMinor <= 0 || hasReceipt) continue;
      yield `${reference} was paid, and its learner has no receipt.`;
    }
  },
};
