/** What staff, learners and payers read in their mailboxes, against the providers' books. */
import { lagosDay } from "~/domain/dates/day.ts";
import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import type { PaystackSettlement } from "~/sandbox/providers/paystack-book.ts";
import { STAFF, site } from "../../fixtures/enrolment.ts";
import { type Account, sum } from "../books.ts";
import type { ReceivedMail } from "../mailboxes.ts";
import { emailOf } from "../orders.ts";
import { DAY } from "../trouble.ts";
import type { World } from "../world.ts";
import { type Ends, isCharged, rowOf, statusOf } from "./ends.ts";

/** "Registration: paid, disputed by the payer’s bank (update 3)" */
const SUBJECT = /^Registration: (paid|not paid in full|not paid|refunded)(?:, (.+?))?(?: \(update (\d+)\))?$/;
const STATUS_OF: Readonly<Record<string, string>> = {
  "not paid in full": "short-paid",
  "not paid": "unpaid",
};
const REFERENCE = /\b(?:REG|TUI)-\d{8}-[2-9A-Z]{10}\b/;

/** A mail with the provider's word. */
interface Notice extends ReceivedMail {
  readonly reference: string;
  /** The same number is the same report; a later one is the later report. */
  readonly number: number;
  readonly status: string;
  /** What else the subject says; empty where it says no more. */
  readonly flag: string;
}

export function noticesIn({ mailboxes }: World): Notice[] {
  return mailboxes.received.flatMap((mail) => {
    const match = SUBJECT.exec(mail.subject);
    const reference = referenceIn(mail);
    if (!match || !reference) return [];
    const [, words = "", flag = "", number = "1"] = match;
    return [{ ...mail, reference, status: STATUS_OF[words] ?? words, flag, number: Number(number) }];
  });
}

export function referenceIn({ html }: Pick<ReceivedMail, "html">): string | null {
  return REFERENCE.exec(html)?.[0] ?? null;
}

/** A mail that a visitor's browser wrote, and what it says of the payment. */
export function browserWord({ subject, html }: ReceivedMail): "paid" | "unconfirmed" | null {
  if (subject !== "Registration") return null;
  if (html.includes("Received; compare the amount")) return "paid";
  return html.includes("Not confirmed: look the reference up") ? "unconfirmed" : null;
}

/** How many different mails these are, however often each came. */
export function different(mails: readonly ReceivedMail[]): number {
  return new Set(mails.map(({ messageId }) => messageId)).size;
}

/** Staff can always see which report is the latest, and it is true. */
export function wrongWords(ends: Ends): string[] {
  const { received } = ends.mailboxes;
  const notices = noticesIn(ends);
  const charged = ends.accounts.filter(({ charges }) => charges > 0);
  const written = received.filter((mail) => browserWord(mail) !== null);
  // A number is one report: each member of staff reads it once.
  const byNumber = Map.groupBy(notices, ({ to, reference, number }) => `${to} ${reference} ${number}`);
  const byWord = Map.groupBy(written, (mail) => `${mail.to} ${referenceIn(mail)} ${browserWord(mail)}`);
  return [
    ...charged.flatMap((account) =>
      STAFF.flatMap((to) => {
        const own = notices.filter((each) => each.to === to && each.reference === account.reference);
        return wrongNotices(account, to, own, ends);
      }),
    ),
    ...notices
      .filter(({ reference, status }) => !isCharged(ends, reference) && status !== "unpaid")
      .map(({ to, subject, reference }) => `${to} read "${subject}" of ${reference}, which was not charged.`),
    ...written
      .filter((mail) => browserWord(mail) === "paid" && !isCharged(ends, referenceIn(mail)))
      .map(({ to, html }) => `${to} read that ${referenceIn({ html })} was received, which was not charged.`),
    ...[...byNumber]
      .filter(([, mails]) => different(mails) > 1)
      .map(([key, mails]) => {
        const subjects = mails.map(({ subject }) => `"${subject}"`).join(" and ");
        return `${key}: ${subjects} cannot be told apart in time.`;
      }),
    ...[...byWord]
      .filter(([, mails]) => different(mails) > 1)
      .map(([key]) => `${key}: said by several mails.`),
    ...lateWords(ends),
  ];
}

function wrongNotices(account: Account, to: string, own: readonly Notice[], ends: Ends): string[] {
  const { reference, currency, heldMinor, hasOpenDispute } = account;
  const [first, ...others] = own;
  if (!first) return [`${to} never read the provider's word on ${reference}.`];
  const last = others.reduce((latest, each) => (each.number >= latest.number ? each : latest), first);
  const status = statusOf(account, ends);
  const amount = formatWithCode(fromMinor(currency, heldMinor));
  const isTrue =
    last.status === status &&
    last.flag.includes("disputed") === hasOpenDispute &&
    last.html.includes(`<td>${amount}</td>`);
  return isTrue
    ? []
    : [`${to} last read "${last.subject}" of ${reference}, of which ${amount} are left: ${status}.`];
}

/** What has been reported is not reported again, however long ago. */
function lateWords({ mailboxes, lastEvent, mendedAt }: Ends): string[] {
  const quietSince = Math.max(lastEvent + 6 * DAY, mendedAt + DAY);
  return mailboxes.received
    .filter(({ at, subject }) => at > quietSince && subject.startsWith("Registration"))
    .map(({ to, subject, at }) => `${to} read "${subject}" ${Math.round((at - lastEvent) / DAY)} days late.`);
}

export function lostMails({ mailboxes, undelivered, edge: { lostNotes } }: Ends): string[] {
  const repeats = repeatsAmong(mailboxes);
  return [
    ...(repeats > lostNotes
      ? [`${repeats} mails came twice, though only ${lostNotes} notes were lost.`]
      : []),
    ...(undelivered.length > 0 ? [`${undelivered.length} mails are still not delivered.`] : []),
  ];
}

/** How many mails came again under their Message-ID. */
export function repeatsAmong({ received }: World["mailboxes"]): number {
  return received.length - new Set(received.map(({ to, messageId }) => `${to} ${messageId}`)).size;
}

/** Every charged payment has one receipt for each recipient, and nothing else has one. */
export function wrongReceipts(ends: Ends): string[] {
  const receipts = ends.mailboxes.received.filter(({ subject }) => subject.startsWith("Receipt: "));
  const byPayment = Map.groupBy(receipts, (mail) => `${referenceIn(mail)} to ${mail.to}`);
  const held = ends.accounts.filter(({ heldMinor }) => heldMinor > 0);
  const learners = ends.plan.visitors.map(({ learner }) => emailOf(learner));
  const hasReceipt = (reference: string) =>
    receipts.some((mail) => learners.includes(mail.to) && referenceIn(mail) === reference);
  // Tuition from a price card in dollars has no payer's name before PayPal gives it.
  const isLearnerKnown = (reference: string) => (rowOf(ends, reference)?.customer_email ?? "") !== "";
  return [
    ...[...byPayment]
      .filter(([, mails]) => different(mails) > 1)
      .map(([payment, mails]) => `${payment}: ${different(mails)} receipts.`),
    ...receipts
      .filter((mail) => !isCharged(ends, referenceIn(mail)))
      .map((mail) => `${mail.to} has a receipt of ${referenceIn(mail)}, which was not charged.`),
    ...held
      .filter(({ reference }) => isLearnerKnown(reference) && !hasReceipt(reference))
      .map(({ reference }) => `${reference} was paid, and its learner has no receipt.`),
  ];
}

/** What the comparison of the books reports to the alerts role. */
const reportsIn = ({ mailboxes }: World) =>
  mailboxes.received.filter(
    ({ to, subject }) => to === site.alertsEmail && subject.startsWith("Reconciliation:"),
  );

/** Every payout of a day whose books were compared is known, and of one that failed somebody is notified. */
export function wrongPayouts(ends: Ends): string[] {
  const { plan, comparedDays } = ends;
  const payouts = ends.providers.paystack.settlements;
  const dayOf = ({ createdAt }: PaystackSettlement) => lagosDay(new Date(createdAt));
  const isReported = ({ id }: PaystackSettlement) =>
    reportsIn(ends).some(({ html }) => html.includes(`${id}`));
  const isCompared = (each: PaystackSettlement) =>
    plan.comparesDaily || comparedDays.some(({ day }) => day === dayOf(each));
  return [
    ...payouts
      .filter((each) => each.status === "failed" && isCompared(each) && !isReported(each))
      .map(({ id }) => `Payout ${id} failed, and nobody was notified.`),
    ...comparedDays.flatMap(({ day, payouts_minor }) => {
      const ofDay = payouts.filter((each) => each.status === "success" && dayOf(each) === day);
      const paidOut = sum(ofDay.map(({ minor }) => minor));
      return paidOut === payouts_minor
        ? []
        : [`${paidOut} was paid out on ${day}, of which ${payouts_minor} is known.`];
    }),
  ];
}

/** How often money that went back, or a dispute, was found by the comparison of the books alone. */
export function foundByComparison(world: World): number {
  const rows = reportsIn(world).flatMap(({ html }) => html.split("<tr>"));
  const found = rows.filter((row) =>
    /went back and was not recorded|dispute that was not recorded/.test(row),
  );
  return new Set(found.map((html) => referenceIn({ html }))).size;
}
