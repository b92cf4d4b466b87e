/** What staff, learners and payers read in their mailboxes, against the providers' books. */
import { lagosDay } from "~/domain/dates/day.ts";
import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { STAFF, site } from "../../fixtures/enrolment.ts";
import type { ReceivedMail } from "../mailboxes.ts";
import { emailOf } from "../orders.ts";
import { DAY } from "../trouble.ts";
import { type Ends, isCharged, sum } from "./ends.ts";

/** "Registration: paid, disputed by the payer’s bank (update 3)" */
const SUBJECT = /^Registration: (paid|not paid in full|not paid|refunded)(?:, (.+?))?(?: \(update (\d+)\))?$/;
const STATUS_OF: Readonly<Record<string, string>> = {
  "not paid in full": "short-paid",
  "not paid": "unpaid",
};
const REFERENCE = /\b(?:REG|TUI)-\d{8}-[2-9A-Z]{10}\b/;
/** In a mail that a visitor's browser wrote. */
const RECEIVED = "Received; compare the amount";
export const UNCONFIRMED = "Not confirmed: look the reference up";

/** A mail as its reader understands it. */
export function readMail(mail: ReceivedMail) {
  const { subject, html } = mail;
  const [, status, flag = "", number = "1"] = SUBJECT.exec(subject) ?? [];
  const written = [RECEIVED, UNCONFIRMED].find((words) => subject === "Registration" && html.includes(words));
  const receipt = subject.startsWith("Receipt: ") ? "receipt" : undefined;
  return {
    ...mail,
    reference: referenceIn(html),
    /** Of a payment. */
    says: status ? (STATUS_OF[status] ?? status) : (written ?? receipt),
    /** What else a notice says; empty where it says no more. */
    flag,
    /** Of a notice, with the provider's word: the same number is the same report; a later one is the later report. */
    number: status ? Number(number) : null,
  };
}

const referenceIn = (html: string) => REFERENCE.exec(html)?.[0] ?? null;

/** How many different mails these are, however often each came. */
export function different(mails: readonly ReceivedMail[]): number {
  return new Set(mails.map(({ messageId }) => messageId)).size;
}

/** Staff can always see which report is the latest, and it is true; nor is it reported again, however long ago. */
export function* wrongNotices({ payments, mails, lastEvent, mendedAt }: Ends) {
  for (const { reference, currency, heldMinor, hasOpenDispute, status, ...payment } of payments) {
    for (const to of payment.charges > 0 ? STAFF : []) {
      const own = payment.mails.filter((mail) => mail.to === to && mail.number !== null);
      const last = own.toSorted((a, b) => Number(a.number) - Number(b.number)).at(-1);
      const amount = formatWithCode(fromMinor(currency, heldMinor));
      const isTrue =
        last?.says === status &&
        last.flag.includes("disputed") === hasOpenDispute &&
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
}

/** Each reader is told each thing once, and of no money that was not taken. */
export function* wrongMails(ends: Ends) {
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
}

/** Of every charged payment its learner has a receipt. */
export function* missingReceipts({ payments, plan }: Ends) {
  const learners = plan.visitors.map(({ learner }) => emailOf(learner));
  for (const { reference, row, heldMinor, mails } of payments) {
    const hasReceipt = mails.some(({ to, says }) => says === "receipt" && learners.includes(to));
    // Tuition from a price card in dollars has no payer's name before PayPal gives it.
    if (heldMinor <= 0 || !row?.customer_email || hasReceipt) continue;
    yield `${reference} was paid, and its learner has no receipt.`;
  }
}

export function* lostMails({ mails, undelivered, lostNotes }: Ends) {
  const repeats = repeatsAmong(mails);
  if (repeats > lostNotes) yield `${repeats} mails came twice, though only ${lostNotes} notes were lost.`;
  if (undelivered.length > 0) yield `${undelivered.length} mails are still not delivered.`;
}

/** How many mails came again under their Message-ID. */
export function repeatsAmong(mails: Ends["mails"]): number {
  return mails.length - new Set(mails.map(({ to, messageId }) => `${to} ${messageId}`)).size;
}

/** What the comparison of the books reports to the alerts role. */
const comparisonsIn = ({ mails }: Ends) =>
  mails.filter(({ to, subject }) => to === site.alertsEmail && subject.startsWith("Reconciliation:"));

/** Every payout of a day whose books were compared is known, and of one that failed somebody is notified. */
export function* wrongPayouts(ends: Ends) {
  const { plan, comparedDays, providers } = ends;
  const payouts = providers.paystack.settlements.map((payout) => ({
    ...payout,
    day: lagosDay(new Date(payout.createdAt)),
  }));
  for (const { id, day } of payouts.filter(({ status }) => status === "failed")) {
    const isCompared = plan.comparesDaily || comparedDays.some((compared) => compared.day === day);
    if (!isCompared || comparisonsIn(ends).some(({ html }) => html.includes(`${id}`))) continue;
    yield `Payout ${id} failed, and nobody was notified.`;
  }
  for (const { day, payouts_minor } of comparedDays) {
    const made = payouts.filter((payout) => payout.status === "success" && payout.day === day);
    const paidOut = sum(made.map(({ minor }) => minor));
    if (paidOut !== payouts_minor)
      yield `${paidOut} was paid out on ${day}, of which ${payouts_minor} is known.`;
  }
}

/** How often money that went back, or a dispute, was found by the comparison of the books alone. */
export function foundByComparison(ends: Ends): number {
  const rows = comparisonsIn(ends).flatMap(({ html }) => html.split("<tr>"));
  const found = rows.filter((row) =>
    /went back and was not recorded|dispute that was not recorded/.test(row),
  );
  return new Set(found.map(referenceIn)).size;
}
