import { nextReminder } from "~/domain/enrolment/access.ts";
import type {
  DerivedCharge,
  EnrolmentFlag,
  EnrolmentState,
  EnrolmentStatus,
  RaisedFlag,
} from "~/domain/enrolment/enrolment-status.ts";
import {
  fullName,
  isSameLearner,
  type Likeness,
  learnerKeys,
  likenesses,
  readLearner,
} from "~/domain/enrolment/learner.ts";
import { formatExact } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, rowsOf, type Statement } from "~/edge/database.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { log } from "~/edge/log.ts";
import { enqueueLearnerMails, withdrawingLearnerMails } from "~/edge/mail/learner-mail.ts";
import { deskLink, enqueueMails, storingForStaff } from "~/edge/mail/mail-store.ts";
import { confirmUse } from "~/edge/vouchers/voucher-store.ts";
import { HAS_SEAT, isOverbooked, wronglyFlaggedIn } from "./cohort-seats.ts";
import { dismissingRefused, type EnrolmentPayment, paymentsOf } from "./enrolment-payments.ts";
import { type EnrolmentRecord, newFlags } from "./enrolment-record.ts";
import { findEnrolment, savingCharge, savingStatus } from "./enrolment-store.ts";
import { currenciesPaid, currencyOf, statusIn } from "./enrolment-views.ts";
import { type MailTools, reminderKeyPrefix, writingReceipts } from "./mails/enrolment-mails.ts";
import { settingNextDue } from "./overdue-charges.ts";

/** The most attempts to save. One fails if another request writes at the same time. */
const MOST_ATTEMPTS = 10;

/** The `newestCharge` of a flag that no single charge raised. */
const NO_CHARGE = 0;

type UpdateTools = MailTools & Pick<AppContext, "jobs" | "portal" | "deskAt">;

/** Flags each learner who is one too many in a cohort, and removes the flag from those who have a seat now. */
export async function settleSeats(tools: UpdateTools, cohort: string): Promise<void> {
  for (const id of await wronglyFlaggedIn(tools, cohort)) await updateEnrolment(tools, id);
}

/** Derives an enrolment's state from its payments and saves it. Calls may be repeated and concurrent. */
export async function updateEnrolment(tools: UpdateTools, id: string): Promise<void> {
  const { db, now } = tools;
  for (let attempt = 1; ; attempt += 1) {
    const enrolment = await findEnrolment(db, id);
    if (!enrolment) return;
    const payments = await paymentsOf(db, id);
    const fixedCurrency = currencyOf(enrolment, payments);
    const currency = fixedCurrency ?? currenciesPaid(payments)[0];
    if (!currency) return;
    const status = statusIn(enrolment, payments, currency, now);
    const otherEnrolments = await sameEnrolments(db, enrolment);
    const isDuplicate = isPaidEnrolment(status) && otherEnrolments.some((other) => !other.isDuplicate);
    const isOverused = isPaidEnrolment(status) && enrolment.voucher ? await confirmUse(db, id, now) : false;
    const isTooMany = hasSeat(enrolment, status) && (await isOverbooked(tools, enrolment));
    const flags = [
      ...status.flags,
      ...(isDuplicate ? [{ flag: "duplicate", newestCharge: NO_CHARGE } as const] : []),
      ...(isTooMany ? [{ flag: "overbooked", newestCharge: NO_CHARGE } as const] : []),
      ...(isOverused ? [{ flag: "voucher-overused", newestCharge: NO_CHARGE } as const] : []),
    ];
    const unreported = flags.filter((raised) => !payments.some((payment) => isReportedWith(payment, raised)));
    try {
      await db.batch([
        savingStatus(db, enrolment, { ...status, flags }, { currency: fixedCurrency, now }),
        ...storingFlagNotice(tools, enrolment, { ...status, flags: unreported, otherEnrolments }),
        ...status.charges.map((charge) => savingCharge(db, id, savedCharge(status, charge, now), now)),
        dismissingRefused(db, id, currency),
        settingNextDue(db, id),
        // No reminder may arrive after the payment.
        ...status.charges
          .filter((charge) => charge.status === "paid" || status.state !== "active")
          .flatMap(({ number }) => withdrawingLearnerMails(db, reminderKeyPrefix(id, number))),
        ...(await writingReceipts(tools, { enrolment, status }, payments)),
      ]);
      for (const { reference, hasReceipt } of payments) {
        // The batch may have stored its receipt.
        if (!hasReceipt) await enqueueLearnerMails(tools, `${reference}:receipt`);
      }
      await enqueueMails(tools, flagKeys(enrolment));
      if (tools.portal.state === "set") await enqueueJob(tools.jobs, { type: "portal", id });
      if (enrolment.state === status.state) return;
      log("enrolment-updated", { id, state: status.state });
      // If this enrolment's money went back, another one of the learner may no longer be a duplicate.
      if (isPaidEnrolment(enrolment) && !isPaidEnrolment(status)) {
        const duplicates = otherEnrolments.filter(({ isDuplicate }) => isDuplicate);
        for (const duplicate of duplicates) await updateEnrolment(tools, duplicate.id);
      }
      await settleSeats(tools, enrolment.learner.cohort);
      return;
    } catch (error) {
      const latest = await findEnrolment(db, id);
      if (latest?.version === enrolment.version || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

/** Returns the columns of a charge's status. */
export function savedCharge({ state, paid }: EnrolmentStatus, charge: DerivedCharge, now: Date) {
  const isPaid = charge.status === "paid";
  const isOwed = state === "active" && !isPaid;
  const remindAt = isOwed ? nextReminder(charge, now) : null;
  const { currency } = paid;
  return { number: charge.number, currency, paidMinor: charge.paid.minor, isPaid, remindAt, isOwed };
}

/** Whether an enrolment has a seat, by the rule of `HAS_SEAT` in the database. */
function hasSeat({ course }: EnrolmentRecord, status: EnrolmentStatus): boolean {
  return (
    isPaidEnrolment(status) && course.id !== "" && status.charges.some((charge) => charge.status === "paid")
  );
}

/** Whether the notice of a payment reports the same flag to staff. */
function isReportedWith(payment: EnrolmentPayment, { flag, newestCharge }: RaisedFlag): boolean {
  return payment.flag === flag && (newestCharge === NO_CHARGE || payment.newestCharge === newestCharge);
}

function isPaidEnrolment({ state }: { readonly state: EnrolmentState }): boolean {
  return state === "active" || state === "complete";
}

export const ENROLMENT_ADVICE: Record<EnrolmentFlag, string> = {
  overpaid: "Overpaid. Return the difference, or ask what it was for.",
  "other-currency":
    "A payment came in a different currency, so it pays for nothing here. Ask the payer, or return it.",
  "paid-after-withdrawal":
    "A payment came after the learner withdrew. Nothing was owed: return it, or ask the learner.",
  duplicate:
    "This learner already has an enrolment in this course and cohort. Ask which one to keep, and return the other's money.",
  overbooked:
    "Every seat in the cohort was taken when this payment came. Move the learner to another cohort, or add a seat.",
  "voucher-overused":
    "The payment came after the voucher's reservation had ended, and others had used it up by then. The agreed price stands: nothing is owed.",
};

function flagKeys({ id, version }: Pick<EnrolmentRecord, "id" | "version">): string {
  return `enrolment:${id}:${version}:`;
}

interface FlagFacts extends Pick<EnrolmentStatus, "paid" | "credit"> {
  readonly flags: readonly RaisedFlag[];
  readonly otherEnrolments: readonly SameEnrolment[];
}

/** Returns the statements that notify staff of flags that the enrolment did not have before. */
function storingFlagNotice(
  tools: Pick<AppContext, "db" | "addresses" | "deskAt" | "now">,
  enrolment: EnrolmentRecord,
  { flags, paid, credit, otherEnrolments }: FlagFacts,
): Statement[] {
  const added = newFlags(flags, enrolment.flags).map(({ flag }) => flag);
  if (added.length === 0) return [];
  const { id, course, learner } = enrolment;
  const rows = [
    ["Enrolment", id],
    ["Course", course.name],
    ["Learner", [fullName(learner), learner.email, learner.phone].filter(Boolean).join(", ")],
    ["Paid", formatExact(paid)],
    ...(added.includes("duplicate")
      ? otherEnrolments.map((other) => [
          "Enrolled before as",
          `${other.id}: the same ${other.agreeing.join(", ")}`,
        ])
      : []),
    ...(credit.minor > 0 ? [["Overpaid", formatExact(credit)]] : []),
  ];
  const mail = {
    subject: `Enrolment: ${added.map(flagWords).join(", ")}`,
    message: [
      ...added.map((flag) => `<p>${ENROLMENT_ADVICE[flag]}</p>`),
      "<table><tbody>",
      ...rows.map(([label = "", value = ""]) => `<tr><th>${label}</th><td>${escapeHtml(value)}</td></tr>`),
      "</tbody></table>",
      deskLink(tools.deskAt, `/enrolments/${id}`),
    ].join(""),
  };
  return storingForStaff(tools, mail, flagKeys(enrolment));
}

/** Another paid enrolment of the same learner in the same course and cohort. */
interface SameEnrolment {
  readonly id: string;
  /** Whether it is flagged as a duplicate of an earlier paid enrolment. */
  readonly isDuplicate: boolean;
  readonly agreeing: readonly Likeness[];
}

const MOST_COMPARED = 20;

/**
 * Finds other enrolments of the same learner, by e-mail address or by name and phone, in any spelling. An
 * unknown cohort counts as the same.
 */
export async function sameEnrolments(
  db: Database,
  { id, course, learner }: Pick<EnrolmentRecord, "id" | "course" | "learner">,
): Promise<SameEnrolment[]> {
  const keys = learnerKeys(learner);
  if (!course.id) return [];
  const results = await rowsOf<{ id: string; isDuplicate: number; learner: string }>(db)`
    SELECT id, instr(flags, 'duplicate') > 0 AS isDuplicate, learner FROM enrolments
    WHERE (email_key = ${keys.email} OR phone_key = ${keys.phone}) AND course_id = ${course.id}
      AND id <> ${id} AND ${HAS_SEAT}
      AND (${learner.cohort} = '' OR learner ->> 'cohort' IN ('', ${learner.cohort}))
    LIMIT ${MOST_COMPARED}`;
  return results
    .map((row) => ({
      id: row.id,
      isDuplicate: row.isDuplicate === 1,
      agreeing: likenesses(learner, readLearner(row.learner)),
    }))
    .filter(({ agreeing }) => isSameLearner(agreeing));
}
