import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { findCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { describeAccess } from "~/domain/enrolment/access.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { chargeLabel, chargeLabels, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { fragmentOf, keyDigest, newKey } from "~/domain/enrolment/enrolment-key.ts";
import {
  awaitsTuition,
  type DerivedCharge,
  type EnrolmentStatus,
  missingOf,
  shortfallOf,
  unpaidCharges,
} from "~/domain/enrolment/enrolment-status.ts";
import { type Learner, needsGuardian } from "~/domain/enrolment/learner.ts";
import { missingForRegister, registrationFor } from "~/domain/enrolment/registration.ts";
import type { MailCharge } from "~/domain/mail/learner-mails.ts";
import type { ReceiptForLearner } from "~/domain/mail/mail-values.ts";
import { formatExact, type Money } from "~/domain/money/money.ts";
import { buyerOf, MAX_NAME, receiptIn } from "~/domain/payments/papers.ts";
import type { DueTerm } from "~/domain/pricing/payment-plan.ts";
import { type Database, rowsOf, type Statement } from "~/edge/database.ts";
import {
  type LearnerMailTools,
  storingLearnerMail,
  withdrawingLearnerMails,
} from "~/edge/mail/learner-mail.ts";
import { latestCreditNote } from "~/edge/payments/paper-store.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import type { RefundRequest } from "~/edge/payments/refund-requests.ts";
import { addingKey } from "../enrolment-keys.ts";
import { type EnrolmentPayment, notingReceipt } from "../enrolment-payments.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { findEnrolment } from "../enrolment-store.ts";

export type MailTools = Omit<LearnerMailTools, "jobs"> & {
  readonly prices: PriceList;
};

export interface MailedEnrolment {
  readonly enrolment: EnrolmentRecord;
  readonly status: EnrolmentStatus;
}

/** The flags of money that does not pay for an enrolment, and gets no receipt. */
const NO_RECEIPT = ["test-payment", "not-at-provider"];

/** Returns the statements that write missing receipts to the learner, any other payer and a guardian. */
export async function writingReceipts(
  tools: MailTools,
  mailed: MailedEnrolment,
  payments: readonly EnrolmentPayment[],
): Promise<Statement[]> {
  const { learner } = mailed.enrolment;
  const statements: Statement[] = [];
  for (const payment of payments.filter(needsReceipt)) {
    statements.push(notingReceipt(tools.db, payment.reference, tools.now));
    const key = `${payment.reference}:receipt`;
    if (isEmailAddress(learner.email))
      statements.push(...(await writingReceipt(tools, mailed, payment, key)));
    for (const { role, to } of otherRecipients(learner, payment)) {
      const forOthers = receiptValues(tools, mailed, payment);
      // Another payer learns only the learner's first name.
      const buyer = buyerOf({ firstName: "", lastName: "" }, payment);
      const values = role === "payer" ? { ...forOthers, buyer } : forOthers;
      statements.push(storingLearnerMail(tools, { name: "receipt", to, key: `${key}:${role}`, values }));
    }
  }
  return statements;
}

function needsReceipt({ held, status, hasReceipt, flag }: EnrolmentPayment): boolean {
  // A payment of nothing, by a voucher, is paid and holds no money.
  const isPaid = held.minor > 0 || status === "paid";
  return isPaid && !hasReceipt && !NO_RECEIPT.includes(flag ?? "");
}

/** Returns the further recipients of a receipt: another payer and a guardian. They get no link. */
function otherRecipients({ email, age, guardian }: Learner, { payerEmail }: EnrolmentPayment) {
  const recipients = [
    { role: "payer", to: payerEmail },
    { role: "guardian", to: needsGuardian(age) && guardian ? guardian.contact : "" },
  ];
  const addresses = [email, ...recipients.map(({ to }) => to)].map((address) => address.toLowerCase());
  // An address gets one copy, even if the learner or the payer before it has the same.
  return recipients.filter(
    ({ to }, index) => isEmailAddress(to) && addresses.indexOf(to.toLowerCase()) === index + 1,
  );
}

export async function writingReceipt(
  tools: MailTools,
  mailed: MailedEnrolment,
  payment: EnrolmentPayment,
  key: string,
): Promise<Statement[]> {
  const link = await freshLink(tools, mailed.enrolment.id);
  const values = receiptFor(tools, mailed, payment, link.url);
  const to = mailed.enrolment.learner.email;
  return [link.insertStatement, storingLearnerMail(tools, { name: "receipt", to, key, values })];
}

/** Returns the statements that notify the learner of a refund; empty if no address is known. */
export async function writingRefundMail(
  tools: MailTools,
  { reference, amount }: Pick<RefundRequest, "reference" | "amount">,
  key: string,
): Promise<Statement[]> {
  const payment = await findPayment(tools.db, reference);
  const enrolment = payment?.enrolmentId ? await findEnrolment(tools.db, payment.enrolmentId) : null;
  if (!payment || !enrolment || !isEmailAddress(enrolment.learner.email)) return [];
  const link = await freshLink(tools, enrolment.id);
  const values = {
    ...enrolledIn(tools, enrolment),
    amount,
    reference,
    refundedOn: lagosDay(tools.now),
    refundedThrough: CHANNEL_NAMES[payment.provider],
    creditNote: await latestCreditNote(tools.db, reference),
    enrolmentLink: link.url,
  };
  const mail = { name: "refund", to: enrolment.learner.email, key, values } as const;
  return [link.insertStatement, storingLearnerMail(tools, mail)];
}

export function withdrawingReminders(db: Database, id: string): Statement[] {
  return withdrawingLearnerMails(db, `${id}:reminder:`);
}

/** Finds the numbers of the charges with a reminder that is written and not delivered. */
export async function waitingReminders(db: Database, id: string): Promise<number[]> {
  const results = await rowsOf<{ number: number }>(db)`SELECT number FROM charges
    WHERE enrolment_id = ${id} AND EXISTS (SELECT 1 FROM mails WHERE status = 'queued'
      AND idempotency_key >= ${`learner:${id}:reminder:`} || number || ':'
      AND idempotency_key < ${`learner:${id}:reminder:`} || number || ':~')
    GROUP BY number`;
  return results.map(({ number }) => number);
}

export function reminderKeyPrefix(id: string, number: number): string {
  return `${id}:reminder:${number}:`;
}

/** Makes a link that opens an enrolment. @param isReplacing whether earlier links end once it is used */
export async function freshLink(
  { db, templates, now }: MailTools,
  id: string,
  { isReplacing = false } = {},
): Promise<{ url: URL; insertStatement: Statement }> {
  const key = newKey();
  return {
    url: new URL(`/My-enrolment#${fragmentOf({ id, key })}`, templates.academy.site),
    insertStatement: addingKey(db, { id, digest: await keyDigest(key), kind: "learner", isReplacing }, now),
  };
}

/** Returns the facts in each mail about an enrolment. The only typed text among them is a name. */
export function enrolledIn(
  { prices }: Pick<MailTools, "prices">,
  { learner, course, plan }: Pick<EnrolmentRecord, "learner" | "course" | "plan">,
) {
  const firstName = learner.firstName.trim();
  return {
    firstName: firstName.length <= MAX_NAME && firstName ? firstName : null,
    courseName: course.name,
    planName: plan?.name ?? null,
    cohort: cohortInWords(prices, learner.cohort),
  };
}

/** Returns a cohort's name in content; `null` for any other id, which a visitor may have typed. */
export function cohortInWords({ cohorts }: Pick<PriceList, "cohorts">, id: string): string | null {
  return findCohort(cohorts, id)?.name ?? null;
}

function receiptValues(tools: MailTools, { enrolment, status }: MailedEnrolment, payment: EnrolmentPayment) {
  const { voucher } = enrolment;
  const paidFor = chargeLabels(payment.charges, status.charges.length) || enrolment.course.name;
  const { currency } = payment.held;
  const off = voucher?.off[currency];
  const receipt = receiptIn(payment.papers, currency);
  return {
    ...enrolledIn(tools, enrolment),
    paidFor:
      voucher && off && off.minor > 0
        ? `${paidFor} (voucher ${voucher.code}: ${formatExact(off)} off)`
        : paidFor,
    amount: receipt.amount,
    receiptNumber: receipt.number,
    issuedOn: receipt.issuedOn ?? lagosDay(tools.now),
    vat: receipt.vat || null,
    buyer: buyerOf(enrolment.learner, payment),
    reference: payment.reference,
    paidOn: lagosDay(new Date(payment.paidAt ?? payment.createdAt)),
    paidThrough: CHANNEL_NAMES[payment.provider],
  };
}

function receiptFor(
  tools: MailTools,
  mailed: MailedEnrolment,
  payment: EnrolmentPayment,
  enrolmentLink: URL,
): ReceiptForLearner {
  const { enrolment, status } = mailed;
  const [next] = unpaidCharges(status.charges).filter(({ number }) => number !== 0);
  const fee = status.charges.find(({ number, status }) => number === 0 && status !== "paid");
  return {
    ...receiptValues(tools, mailed, payment),
    access: describeAccess(status, lagosDay(tools.now)),
    charges: mailCharges(mailed),
    left: positiveOrNull(status.left),
    next: next ? mailCharge(next, status.charges.length, termsFor(mailed)) : null,
    credit: positiveOrNull(status.credit),
    short: positiveOrNull(shortfallOf(status, payment.reference)),
    feeDue: fee ? missingOf(fee) : null,
    tuitionToCome: awaitsTuition(status),
    detailsMissing: missingForRegister(registrationFor(enrolment)).length > 0,
    enrolmentLink,
  };
}

function positiveOrNull(money: Money): Money | null {
  return money.minor > 0 ? money : null;
}

export function mailCharges(mailed: MailedEnrolment): MailCharge[] {
  const { charges } = mailed.status;
  const terms = termsFor(mailed);
  return charges.map((charge) => mailCharge(charge, charges.length, terms));
}

function termsFor({ enrolment, status }: MailedEnrolment): readonly DueTerm[] | null {
  return enrolment.terms.due[status.left.currency];
}

function mailCharge(charge: DerivedCharge, count: number, terms: readonly DueTerm[] | null): MailCharge {
  const { due, status } = charge;
  return {
    label: chargeLabel(charge, count),
    amount: status === "paid" ? charge.amount : missingOf(charge),
    due,
    when: describeChargeDue(charge, terms),
    status,
  };
}
