/** @jsxImportSource hono/jsx */
import { lagosDay } from "~/domain/dates/day.ts";
import {
  type AgreedPart,
  type AgreementChoice,
  agreementChoices,
  changedAgreement,
  loweredAgreement,
  redated,
} from "~/domain/enrolment/changed-agreement.ts";
import type { Charge } from "~/domain/enrolment/charge.ts";
import { hasEnded, hasTuition } from "~/domain/enrolment/enrolment-status.ts";
import { type Currency, formatExact, fromMinor, sum } from "~/domain/money/money.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { hasProblems, problemsOf, selectField } from "~/edge/desk/desk-form.tsx";
import { AgreementComparison } from "~/edge/desk/enrolment/charges.tsx";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { agreedText, agreementChanges, settingAgreement } from "~/edge/enrolments/set-agreement.ts";
import { type Action, changeEffect, defineAction, hasLaterAgreement, recipientsText } from "./action.ts";
import { amountField, NO_AMOUNT, REASON_FIELD, reasonProblem, typedAmount } from "./money-fields.ts";

const WITHDRAWN = "The learner has withdrawn. Undo that first.";

/** The values that an undo restores. */
interface Restored extends AgreedPart, Pick<EnrolmentRecord, "firstClass"> {
  /** The number of the newest charge of any payment when the agreement was changed. */
  readonly newestCharge: number;
}

/** The limit after which an action cannot be undone. */
interface UndoLimit {
  /** "until the next payment" */
  readonly words: string;
  /** Whether a payment has passed the limit. */
  isOver(former: Restored, subject: DeskEnrolment): boolean;
}

const UNTIL_NEXT_PAYMENT: UndoLimit = {
  words: "until the next payment",
  isOver: ({ newestCharge }, { payments }) => newestOf(payments) > newestCharge,
};

const UNTIL_LOWERED_IS_PAID: UndoLimit = {
  words: "while none of the lowered payments has been paid",
  isOver: ({ charges, newestCharge }, { payments, status, currency }) => {
    const laterPayments = payments.filter((payment) => payment.newestCharge > newestCharge);
    const formerAmounts = new Map(charges[currency].map(({ number, amount }) => [number, amount.minor]));
    return status.charges
      .filter(({ number, amount }) => amount.minor !== formerAmounts.get(number))
      .some(({ references }) => laterPayments.some(({ reference }) => references.includes(reference)));
  },
};

/**
 * Returns the common part of actions that change the charges. Its preview compares old and new charges.
 * @param describe describes the new agreement
 */
const agreementAction = (
  title: string,
  describe: (agreed: AgreedPart, subject: DeskEnrolment) => string,
  undoLimit: UndoLimit = UNTIL_NEXT_PAYMENT,
): Pick<Action<AgreedPart>, "title" | "role" | "refusal" | "confirm" | "preview" | "prepare" | "undo"> => ({
  title,
  role: "staff",
  refusal: ({ enrolment }) => (enrolment.withdrawnOn ? WITHDRAWN : null),
  confirm: async (agreed, subject, { context }) => {
    const { enrolment, payments } = subject;
    const { credit } = settingAgreement(context, enrolment, payments, agreed).status;
    const hasOpenCheckout = payments.some(({ status }) => status === "unpaid");
    return [
      `${describe(agreed, subject)}.`,
      credit.minor > 0 &&
        `${formatExact(credit)} more than it costs was paid: it will be a credit, and flagged as overpaid.`,
      voucherSentence(enrolment, agreed, subject.currency),
      hasOpenCheckout &&
        "A payment of an old charge was started. If it still comes, it counts towards what is left.",
      `${recipientsText(enrolment, "about it")} Links to other payers end. This can be undone ${undoLimit.words}.`,
    ].filter((sentence) => typeof sentence === "string");
  },
  preview: (agreed, subject, { context }) => {
    const { enrolment, payments } = subject;
    const { after, currency, status } = settingAgreement(context, enrolment, payments, agreed);
    return (
      <AgreementComparison
        before={{ status: subject.status, terms: enrolment.terms.due[subject.currency] }}
        after={{ status, terms: after.terms.due[currency] }}
      />
    );
  },
  prepare: async (agreed, subject, { context }, token) => {
    const { enrolment, payments, status } = subject;
    const change = settingAgreement(context, enrolment, payments, agreed);
    const { course, plan, terms, charges, voucher, firstClass } = enrolment;
    const newestCharge = newestOf(payments);
    const restores: Restored = { course, plan, terms, charges, voucher, firstClass, newestCharge };
    const effect = await changeEffect(context, enrolment, token, {
      after: change.after,
      changes: agreementChanges(change, { enrolment, status }),
      statements: change.statements,
    });
    const summary = `${title}: ${describe(agreed, subject)}`;
    return { ...effect, summary, restores: JSON.stringify(restores) };
  },
  undo: async ({ id: actionId, restores }, subject, { context }) => {
    const { enrolment, payments, status, actions } = subject;
    const former: Restored = JSON.parse(restores);
    if (undoLimit.isOver(former, subject)) {
      return { refusal: "A payment came since, so it can't be undone. What is owed can be changed anew." };
    }
    if (hasLaterAgreement(actions, actionId)) {
      return { refusal: "The course or plan was changed again since. Undo that first." };
    }
    const change = settingAgreement(context, enrolment, payments, redated(former, enrolment));
    return changeEffect(context, enrolment, `undone-${actionId}`, {
      after: change.after,
      changes: agreementChanges(change, { enrolment, status }),
      statements: change.statements,
    });
  },
});

/** The action that agrees on another course or plan at the prices of content. Paid money moves along. */
export const changeCourse = defineAction<AgreedPart>({
  ...agreementAction(
    "Change course or plan",
    (agreed, { enrolment }) => `From ${agreedText(enrolment)} to ${agreedText(agreed)}`,
  ),
  name: "change-course",
  intro: ({ enrolment, status }) =>
    `Now: ${agreedText(enrolment)}. Paid: ${formatExact(status.paid)}. Left to pay: ${formatExact(status.left)}.`,
  fields: async ({ enrolment, currency }, { context }) => {
    const options = agreementChoices(context.prices.registrationCourses, currency)
      .filter((choice) => !isAgreed(choice, enrolment))
      .map((choice) => [choiceId(choice), `${choice.name}: ${choice.payments}`] as const);
    const hint = "At today's prices. The fee stays as it was agreed.";
    return [selectField("choice", "Course and plan", [["", "Choose one"], ...options], { hint })];
  },
  read: (typed, { enrolment, currency }, { context }) => {
    const choices = agreementChoices(context.prices.registrationCourses, currency);
    const choice = choices.find((offered) => choiceId(offered) === typed("choice"));
    if (choice && isAgreed(choice, enrolment)) {
      return { problems: { choice: "The learner has this course and plan." } };
    }
    const agreed = choice && agreedBy(choice, enrolment, context);
    return agreed ? { input: agreed } : { problems: { choice: "Choose a course and plan of the list." } };
  },
});

/** The action that adds tuition whose price was announced later. The learner chooses the plan. */
export const addTuition = defineAction<AgreedPart>({
  ...agreementAction("Add tuition", ({ course, charges }, { currency }) => {
    const amounts = charges[currency].filter(({ number }) => number !== 0).map(({ amount }) => amount);
    return `${course.name}, tuition of ${formatExact(sum(currency, amounts))}`;
  }),
  name: "add-tuition",
  refusal: ({ enrolment, status }) => {
    if (status.state === "complete" || hasTuition(status.charges)) return "Tuition is agreed already.";
    return enrolment.withdrawnOn ? WITHDRAWN : null;
  },
  intro: ({ enrolment }) =>
    `At the price of ${enrolment.course.name} in content, paid at once. The learner may choose another plan on My enrolment.`,
  fields: async () => [],
  read: (_, { enrolment, currency }, { context }) => {
    const agreed = agreedBy({ courseId: enrolment.course.id, planId: "" }, enrolment, context);
    return agreed && hasTuition(agreed.charges[currency])
      ? { input: { ...agreed, terms: { ...agreed.terms, isPlanOpen: true } } }
      : { problems: { "": `Content has no price for ${enrolment.course.name} yet.` } };
  },
});

interface LoweredPart extends AgreedPart {
  readonly reason: string;
}

function describeLess({ charges }: AgreedPart, { status, currency }: DeskEnrolment): string {
  const total = (summands: readonly Pick<Charge, "amount">[]) =>
    summands.reduce((minor, { amount }) => minor + amount.minor, 0);
  const less = fromMinor(currency, total(status.charges) - total(charges[currency]));
  return `${formatExact(less)} less is owed`;
}

const lowering = agreementAction("Lower what is owed", describeLess, UNTIL_LOWERED_IS_PAID);

/** The action that lowers what is left to pay, or writes it off. */
export const lowerOwed = defineAction<LoweredPart>({
  ...lowering,
  name: "lower-owed",
  role: "owner",
  refusal: ({ enrolment, status }) => {
    if (enrolment.withdrawnOn) return WITHDRAWN;
    if (status.state === "started") return "Nothing is paid yet: give the learner a voucher.";
    return hasEnded(status) || status.left.minor === 0 ? "Nothing is left to pay." : null;
  },
  intro: ({ status }) =>
    `Left to pay: ${formatExact(status.left)}. It is taken from the last payment backwards.`,
  fields: async ({ currency }) => [amountField(`Amount in ${currency}`), REASON_FIELD],
  read: (typed, { enrolment, status, currency }) => {
    const amount = typedAmount(typed("amount"), currency);
    const reason = typed("reason");
    const isTooMuch = amount !== null && amount.minor > status.left.minor;
    const tooMuch = isTooMuch ? `Only ${formatExact(status.left)} is left to pay.` : null;
    const problems = problemsOf({ amount: amount ? tooMuch : NO_AMOUNT, reason: reasonProblem(reason) });
    if (!amount || hasProblems(problems)) return { problems };
    return { input: { ...loweredAgreement(enrolment, status.charges, amount), reason } };
  },
  prepare: async ({ reason, ...agreed }, subject, request, token) => ({
    ...(await lowering.prepare(agreed, subject, request, token)),
    detail: reason,
  }),
});

function agreedBy(
  choice: AgreementChoice,
  enrolment: EnrolmentRecord,
  { prices, now }: AppContext,
): AgreedPart | null {
  return changedAgreement(enrolment, choice, prices, lagosDay(now));
}

function choiceId({ courseId, planId }: AgreementChoice): string {
  return `${courseId}/${planId}`;
}

function isAgreed({ courseId, planId }: AgreementChoice, { course, plan }: EnrolmentRecord): boolean {
  return courseId === course.id && planId === (plan?.id ?? "");
}

/** Says what happens to an enrolment's voucher; `null` without one. */
function voucherSentence(before: AgreedPart, { voucher }: AgreedPart, currency: Currency): string | null {
  if (!before.voucher || !voucher) return null;
  const off = voucher.off[currency];
  if (off.minor > 0) return `Voucher ${voucher.code} takes off ${formatExact(off)} of it.`;
  return `Voucher ${voucher.code} is not for it: its discount ends.`;
}

function newestOf(payments: readonly EnrolmentPayment[]): number {
  return Math.max(0, ...payments.map(({ newestCharge }) => newestCharge));
}
