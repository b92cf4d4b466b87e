import { addDays, type Day, dayLabel, isDay, lagosDay } from "~/domain/dates/day.ts";
import { type Charge, chargeLabel, datedBy, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import { CURRENCIES, type Currency } from "~/domain/money/money.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { settingNextDue } from "~/edge/enrolments/overdue-charges.ts";
import { settingDue } from "~/edge/enrolments/set-agreement.ts";
import type { DeskRequest } from "../desk-request.ts";
import { defineAction } from "./action.ts";
import { changeEffect } from "./change-effect.ts";
import { REASON_FIELD, reasonProblem } from "./money-fields.ts";

/** How far ahead a day may be agreed, in days. */
const MOST_DAYS = 365;

interface AgreedDate {
  /** The charge's number. */
  readonly number: number;
  readonly day: Day;
  readonly reason: string;
}

/** What an undo restores. */
interface FormerDate {
  readonly number: number;
  readonly charges: readonly (Pick<Charge, "due" | "isAgreed"> & { readonly currency: Currency })[];
}

/** Gives one open charge another due date, which the cohort's day does not change. Reminders and lateness count from it. */
export const agreeDate = defineAction<AgreedDate>({
  name: "agree-date",
  title: "Agree another date",
  role: "staff",
  refusal: ({ enrolment, status }) => {
    if (enrolment.withdrawnOn) return "The learner has withdrawn: nothing is asked of them.";
    return unpaidCharges(status.charges).length === 0 ? "Nothing is left to pay." : null;
  },
  intro: () =>
    "The learner is told by email. Reminders, and what the plan says of late payments, count from that day.",
  fields: async ({ status, enrolment, currency }) => [
    {
      name: "charge",
      label: "Payment",
      kind: "select",
      value: String(unpaidCharges(status.charges)[0]?.number ?? ""),
      options: unpaidCharges(status.charges).map((charge) => [
        String(charge.number),
        `${chargeLabel(charge, status.charges.length)}, ${lowerFirst(describeChargeDue(charge, enrolment.terms.due[currency]))}`,
      ]),
    },
    { name: "day", label: "Due on", kind: "date", value: "" },
    REASON_FIELD,
  ],
  read: (typed, { status }, { context }) => {
    const charge = unpaidCharges(status.charges).find(({ number }) => String(number) === typed("charge"));
    const [day, reason] = [typed("day"), typed("reason")];
    const wrongReason = reasonProblem(reason);
    const today = lagosDay(context.now);
    const isInTime = isDay(day) && day >= today && day <= addDays(today, MOST_DAYS);
    const problems = {
      ...(!charge && { charge: "Choose a payment that is open." }),
      ...(!isInTime && { day: "Choose a day from today to one year ahead." }),
      ...(wrongReason && { reason: wrongReason }),
    };
    if (!charge || Object.keys(problems).length > 0) return { problems };
    return { input: { number: charge.number, day, reason } };
  },
  confirm: null,
  prepare: async ({ number, day, reason }, subject, { context }, token) => {
    const { enrolment } = subject;
    const former: FormerDate = {
      number,
      charges: CURRENCIES.flatMap((currency) =>
        enrolment.charges[currency]
          .filter((charge) => charge.number === number)
          .map(({ due, isAgreed }) => ({ currency, due, isAgreed })),
      ),
    };
    const agreed = former.charges.map(({ currency }) => ({ currency, due: day, isAgreed: true as const }));
    const effect = await dateEffect(context, subject, { number, charges: agreed }, token);
    const label = chargeLabel({ number }, subject.status.charges.length);
    return {
      ...effect,
      summary: `Agreed that ${lowerFirst(label)} is due on ${dayLabel(day)}`,
      detail: reason,
      restores: JSON.stringify(former),
    };
  },
  undo: async ({ id: line, restores }, subject, { context }) => {
    const { number, charges }: FormerDate = JSON.parse(restores);
    const { enrolment, status, actions } = subject;
    if (status.charges.find((charge) => charge.number === number)?.status === "paid") {
      return { refusal: "It was paid since: there is no date to take back." };
    }
    const isLatest = !actions.some(
      (other) => other.id > line && other.restores !== "" && other.undoneAt === null,
    );
    if (!isLatest) return { refusal: "Something else was agreed since. Undo that first." };
    const former = charges.map((charge) => ({ ...charge, due: formerDue(enrolment, number, charge) }));
    return dateEffect(context, subject, { number, charges: former }, `undone-${line}`);
  },
});

/** The day from before, by the cohort that the learner is in by now. */
function formerDue(
  { source, firstClass, terms }: EnrolmentRecord,
  number: number,
  { currency, due, isAgreed }: FormerDate["charges"][number],
): Day | null {
  const [dated] = datedBy([{ number, due, isAgreed }], {
    source,
    from: firstClass,
    to: firstClass,
    terms: terms.due[currency],
  });
  return dated?.due ?? null;
}

async function dateEffect(
  context: DeskRequest["context"],
  { enrolment, status, currency }: DeskEnrolment,
  { number, charges }: FormerDate,
  mark: string,
) {
  const { db, now } = context;
  const { id } = enrolment;
  const terms = enrolment.terms.due[currency];
  const charge = status.charges.find((candidate) => candidate.number === number);
  const agreed = charges.find((candidate) => candidate.currency === currency);
  const described = (due: Pick<Charge, "due" | "isAgreed">) =>
    lowerFirst(describeChargeDue({ number, due: due.due, isAgreed: due.isAgreed, status: "open" }, terms));
  return changeEffect(context, enrolment, mark, {
    changes: [
      {
        what: chargeLabel({ number }, status.charges.length),
        before: charge ? described(charge) : null,
        after: agreed ? described(agreed) : "",
      },
    ],
    summary: "",
    statements: [
      ...charges.flatMap(({ currency, due, isAgreed }) =>
        settingDue(db, id, { number, currency, due, isAgreed }, now),
      ),
      settingNextDue(db, id),
    ],
  });
}
