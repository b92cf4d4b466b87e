/** @jsxImportSource hono/jsx */
import { lagosDay } from "~/domain/dates/day.ts";
import {
  type AgreedPart,
  type AgreementChoice,
  agreementChoices,
  changedAgreement,
  redated,
} from "~/domain/enrolment/changed-agreement.ts";
import { describeChargeDue } from "~/domain/enrolment/charge.ts";
import { missingOf, unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { DeskRequest } from "~/edge/desk/desk-request.ts";
import { AgreementComparison } from "~/edge/desk/enrolment/charges.tsx";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { type AgreementChange, settingAgreement } from "~/edge/enrolments/set-agreement.ts";
import { type Action, defineAction } from "./action.ts";
import { changeEffect, recipientsText } from "./change-effect.ts";

/** What an undo needs. */
interface Restored extends AgreedPart, Pick<EnrolmentRecord, "firstClass"> {
  /** The newest charge of any payment when the agreement was changed. */
  readonly newestCharge: number;
}

/** The part of each action that agrees on other charges: it shows them beside the old ones, and is undone until money comes. */
const agreeing: Pick<Action<AgreedPart>, "role" | "confirm" | "preview" | "prepare" | "undo"> = {
  role: "staff",
  confirm: async (agreed, subject, { context }) => {
    const { enrolment, payments } = subject;
    const { status } = settingAgreement(context, enrolment, payments, agreed);
    const { credit } = status;
    return [
      `From ${agreedText(enrolment)} to ${agreedText(agreed)}. What was paid pays for it.`,
      ...(credit.minor > 0
        ? [
            `${formatExact(credit)} more than it costs was paid: it will be a credit, and flagged as overpaid.`,
          ]
        : []),
      ...voucherSentences(enrolment, agreed, subject.currency),
      ...(hasOpenCheckout(subject)
        ? ["A payment of an old charge was started. If it still comes, it counts towards what is left."]
        : []),
      `${recipientsText(enrolment, enrolment, "about it")} Links to other payers end. This can be undone until the next payment.`,
    ];
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
  prepare: async (agreed, { enrolment, payments, status }, { context }, token) => {
    const change = settingAgreement(context, enrolment, payments, agreed);
    const { course, plan, terms, charges, voucher, firstClass } = enrolment;
    const newestCharge = newestOf(payments);
    const restores: Restored = { course, plan, terms, charges, voucher, firstClass, newestCharge };
    const effect = await changeEffect(context, enrolment, token, {
      after: change.after,
      changes: changesBy(change, { enrolment, status }),
      summary: `Changed from ${agreedText(enrolment)} to ${agreedText(agreed)}`,
      statements: change.statements,
    });
    return { ...effect, restores: JSON.stringify(restores) };
  },
  undo: async ({ id: line, restores }, { enrolment, payments, status, actions }, { context }) => {
    const { newestCharge, ...before }: Restored = JSON.parse(restores);
    if (newestOf(payments) > newestCharge) {
      return { refusal: "A payment came since, so it can't be undone. Change the course or plan again." };
    }
    if (actions.some((other) => other.id > line && other.restores !== "" && !other.undoneAt)) {
      return { refusal: "The course or plan was changed again since. Undo that first." };
    }
    const change = settingAgreement(context, enrolment, payments, redated(before, enrolment));
    return changeEffect(context, enrolment, `undone-${line}`, {
      after: change.after,
      changes: changesBy(change, { enrolment, status }),
      summary: "",
      statements: change.statements,
    });
  },
};

/** Agrees on another course or plan at the prices of content. What was paid moves. */
export const changeCourse = defineAction<AgreedPart>({
  ...agreeing,
  name: "change-course",
  title: "Change course or plan",
  refusal: ({ enrolment }) => (enrolment.withdrawnOn ? "The learner has withdrawn. Undo that first." : null),
  intro: ({ enrolment, status }) =>
    `Now: ${agreedText(enrolment)}. Paid: ${formatExact(status.paid)}. Left to pay: ${formatExact(status.left)}.`,
  fields: async ({ enrolment, currency }, { context }) => [
    {
      name: "choice",
      label: "Course and plan",
      kind: "select",
      value: "",
      hint: "At today's prices. The fee stays as it was agreed.",
      options: [
        ["", "Choose one"],
        ...agreementChoices(context.prices.registrationCourses, currency)
          .filter((choice) => !isAgreed(choice, enrolment))
          .map((choice) => [choiceId(choice), `${choice.name}: ${choice.payments}`] as const),
      ],
    },
  ],
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

function agreedBy(
  choice: AgreementChoice,
  enrolment: EnrolmentRecord,
  { prices, now }: DeskRequest["context"],
): AgreedPart | null {
  return changedAgreement(enrolment, choice, prices, lagosDay(now));
}

function choiceId({ courseId, planId }: AgreementChoice): string {
  return `${courseId}/${planId}`;
}

function isAgreed({ courseId, planId }: AgreementChoice, { course, plan }: EnrolmentRecord): boolean {
  return courseId === course.id && planId === (plan?.id ?? "");
}

function agreedText({ course, plan }: Pick<AgreedPart, "course" | "plan">): string {
  return purchaseName(course.name, plan?.name);
}

/** Says what becomes of the voucher of an enrolment. */
function voucherSentences(before: AgreedPart, after: AgreedPart, currency: Currency): string[] {
  if (!before.voucher || !after.voucher) return [];
  const off = after.voucher.off[currency];
  if (off.minor > 0) return [`Voucher ${after.voucher.code} takes off ${formatExact(off)} of it.`];
  return [`Voucher ${after.voucher.code} is not for it: its discount ends.`];
}

function newestOf(payments: readonly EnrolmentPayment[]): number {
  return Math.max(0, ...payments.map(({ newestCharge }) => newestCharge));
}

function hasOpenCheckout({ payments }: DeskEnrolment): boolean {
  return payments.some(({ status }) => status === "unpaid");
}

/** The changes that the learner is mailed. */
function changesBy(
  { after, currency, status }: AgreementChange,
  before: Pick<DeskEnrolment, "enrolment" | "status">,
): MailChange[] {
  const [next] = unpaidCharges(status.charges);
  const due = next && lowerFirst(describeChargeDue(next, after.terms.due[currency]));
  return [
    { what: "Course and plan", before: agreedText(before.enrolment), after: agreedText(after) },
    { what: "Left to pay", before: formatExact(before.status.left), after: formatExact(status.left) },
    ...(next
      ? [{ what: "Next payment", before: null, after: `${formatExact(missingOf(next))}, ${due}` }]
      : []),
  ];
}
