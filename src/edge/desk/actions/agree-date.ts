import { addDays, type Day, dayLabel, isDay, lagosDay } from "~/domain/dates/day.ts";
import { type Charge, chargeLabel, datedBy, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { hasEnded, unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import { describeRequest } from "~/domain/enrolment/learner-request.ts";
import { CURRENCIES, type Currency } from "~/domain/money/money.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { changeRecipients } from "~/edge/enrolments/mails/changed-mail.ts";
import { enrolledIn, freshLink } from "~/edge/enrolments/mails/enrolment-mails.ts";
import { settingNextDue } from "~/edge/enrolments/overdue-charges.ts";
import { settingDue } from "~/edge/enrolments/set-agreement.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { type NamedRequest, settingDone } from "~/edge/requests/request-store.ts";
import { dateField, hasProblems, problemsOf, selectField, textField } from "../desk-form.tsx";
import { changeEffect, defineAction, type Effect, hasLaterAgreement, recipientsText } from "./action.ts";
import { LONGEST_REASON, REASON_FIELD, readReason, reasonProblem } from "./money-fields.ts";

/** The most days ahead that can be agreed. */
const MAX_DAYS = 365;

interface AgreedDate {
  /** The number of the charge. */
  readonly number: number;
  readonly day: Day;
  readonly reason: string;
}

/** The due date of a charge in one currency. */
type ChargeDate = Pick<Charge, "due" | "isAgreed"> & { readonly currency: Currency };

/** The due dates that an undo restores. They are stored as JSON. */
interface FormerDates {
  readonly number: number;
  /** The dates of the one charge, in each currency. */
  readonly charges: readonly ChargeDate[];
  /** The id of the request for more time that the agreed date has answered. */
  readonly request?: number | undefined;
}

/** The action that gives one open charge another due date. The date stays if the learner changes cohort. */
export const agreeDate = defineAction<AgreedDate>({
  name: "agree-date",
  title: "Agree another date",
  role: "staff",
  refusal: ({ enrolment, status }) => {
    if (enrolment.withdrawnOn) return "The learner has withdrawn: nothing is asked of them.";
    const isNothingOwed = hasEnded(status) || unpaidCharges(status.charges).length === 0;
    return isNothingOwed ? "Nothing is left to pay." : null;
  },
  intro: () =>
    "The learner is told by email. Reminders, and what the plan says of late payments, count from that day.",
  fields: async ({ status: { charges }, enrolment: { terms }, currency, requests }) => {
    const request = moreTimeIn(requests);
    const unpaid = unpaidCharges(charges);
    const options = unpaid.map((charge) => {
      const due = lowerFirst(describeChargeDue(charge, terms.due[currency]));
      return [String(charge.number), `${chargeLabel(charge, charges.length)}, ${due}`] as const;
    });
    const value = String(request?.charge ?? unpaid[0]?.number ?? "");
    return [
      selectField("charge", "Payment", options, { value }),
      dateField("day", "Due on", request?.day ?? ""),
      { ...REASON_FIELD, value: reasonOfRequest(request) },
    ];
  },
  read: (typed, { status }, { context }) => {
    const charge = unpaidCharges(status.charges).find(({ number }) => String(number) === typed("charge"));
    const [day, reason] = [typed("day"), typed("reason")];
    const today = lagosDay(context.now);
    const isAllowed = isDay(day) && day >= today && day <= addDays(today, MAX_DAYS);
    const problems = problemsOf({
      charge: charge ? null : "Choose a payment that is open.",
      day: isAllowed ? null : "Choose a day from today to one year ahead.",
      reason: reasonProblem(reason),
    });
    if (!charge || hasProblems(problems)) return { problems };
    return { input: { number: charge.number, day, reason } };
  },
  confirm: null,
  prepare: async ({ number, day, reason }, subject, { context }, token) => {
    const { enrolment } = subject;
    const request = subject.requests.find(({ kind, charge }) => kind === "more-time" && charge === number);
    const former: FormerDates = {
      number,
      request: request?.id,
      charges: CURRENCIES.flatMap((currency) =>
        enrolment.charges[currency]
          .filter((charge) => charge.number === number)
          .map(({ due, isAgreed }) => ({ currency, due, isAgreed })),
      ),
    };
    const agreed = former.charges.map(({ currency }) => ({ currency, due: day, isAgreed: true as const }));
    const effect = await dateEffect(context, subject, { number, dates: agreed }, token);
    const label = chargeLabel({ number }, subject.status.charges.length);
    const closing = request ? [settingDone(context.db, request.id, context.now)] : [];
    return {
      ...effect,
      statements: [...effect.statements, ...closing],
      summary: `Agreed that ${lowerFirst(label)} is due on ${dayLabel(day)}`,
      detail: reason,
      restores: JSON.stringify(former),
    };
  },
  undo: async ({ id: actionId, restores }, subject, { context }) => {
    const { number, charges, request }: FormerDates = JSON.parse(restores);
    const { enrolment, status, actions } = subject;
    if (status.charges.find((charge) => charge.number === number)?.status === "paid") {
      return { refusal: "It was paid since: there is no date to take back." };
    }
    if (hasLaterAgreement(actions, actionId))
      return { refusal: "Something else was agreed since. Undo that first." };
    const dates = charges.map((date) => ({ ...date, due: formerDue(enrolment, number, date) }));
    const effect = await dateEffect(context, subject, { number, dates }, `undone-${actionId}`);
    const reopening = request ? [settingDone(context.db, request, null)] : [];
    return { ...effect, statements: [...effect.statements, ...reopening] };
  },
});

function moreTimeIn(requests: DeskEnrolment["requests"]): NamedRequest | undefined {
  return requests.find(({ kind }) => kind === "more-time");
}

function reasonOfRequest(request: NamedRequest | undefined): string {
  return request ? `The learner asked for it. ${request.text}`.trim().slice(0, LONGEST_REASON) : "";
}

/** The action that refuses a request for more time, and mails the learner the reason. */
export const decline = defineAction<string>({
  name: "decline",
  title: "Decline more time",
  role: "staff",
  refusal: ({ requests }) => (moreTimeIn(requests) ? null : "The learner has not asked for more time."),
  intro: (subject) => `${describeMoreTime(subject)}. The day stays as it is.`,
  fields: async () => [
    textField("text", "Your sentence to the learner", {
      kind: "textarea",
      hint: "The email says first which day you can’t agree to.",
    }),
  ],
  read: (typed) => readReason(typed, "text"),
  confirm: async (text, subject) => [
    recipientsText(subject.enrolment, "with these words"),
    `“${refusalLines(subject, text).filter(Boolean).join(" ")}”`,
    "You can’t undo this. You can still agree another date.",
  ],
  prepare: async (text, subject, { context }, token) => {
    const { enrolment, requests } = subject;
    const { db, now } = context;
    const { id, learner } = enrolment;
    const request = moreTimeIn(requests);
    const key = `${id}:declined:${token}`;
    const link = await freshLink(context, id);
    const values = {
      ...enrolledIn(context, enrolment),
      message: refusalLines(subject, text),
      enrolmentLink: link.url,
    };
    // The template of messages to a cohort holds any text.
    const mail = { name: "cohort-message", to: learner.email, key, values } as const;
    const isReachable = changeRecipients(enrolment).length > 0;
    return {
      summary: `Declined: ${lowerFirst(describeMoreTime(subject))}`,
      detail: text,
      statements: [
        ...(request ? [settingDone(db, request.id, now)] : []),
        ...(isReachable ? [link.insertStatement, storingLearnerMail(context, mail)] : []),
      ],
      after: () => enqueueLearnerMails(context, key),
    };
  },
});

function describeMoreTime({ requests, status }: DeskEnrolment): string {
  const request = moreTimeIn(requests);
  if (!request) return "";
  return describeRequest({ ...request, kind: "more-time" }, status.charges.length);
}

function refusalLines(subject: DeskEnrolment, text: string): string[] {
  const request = lowerFirst(describeMoreTime(subject));
  return [`You asked us for ${request}. We’re sorry: we can’t agree to that day.`, "", ...text.split("\n")];
}

/** Returns the due date before the agreement, counted from the learner's present cohort. */
function formerDue(
  { source, firstClass, terms }: EnrolmentRecord,
  number: number,
  { currency, due, isAgreed }: ChargeDate,
): Day | null {
  const [dated] = datedBy([{ number, due, isAgreed }], {
    source,
    from: firstClass,
    to: firstClass,
    terms: terms.due[currency],
  });
  return dated?.due ?? null;
}

function dateEffect(
  context: AppContext,
  { enrolment, status, currency }: DeskEnrolment,
  { number, dates }: { readonly number: number; readonly dates: readonly ChargeDate[] },
  token: string,
): Promise<Effect> {
  const { db, now } = context;
  const { id } = enrolment;
  const terms = enrolment.terms.due[currency];
  const charge = status.charges.find((candidate) => candidate.number === number);
  const newDate = dates.find((candidate) => candidate.currency === currency);
  const describe = ({ due, isAgreed }: Pick<Charge, "due" | "isAgreed">) =>
    lowerFirst(describeChargeDue({ number, due, isAgreed, status: "open" }, terms));
  return changeEffect(context, enrolment, token, {
    changes: [
      {
        what: chargeLabel({ number }, status.charges.length),
        before: charge ? describe(charge) : null,
        after: newDate ? describe(newDate) : "",
      },
    ],
    statements: [
      ...dates.flatMap(({ currency, due, isAgreed }) =>
        settingDue(db, id, { number, currency, due, isAgreed }, now),
      ),
      settingNextDue(db, id),
    ],
  });
}
