/** The fields that actions about money share: an amount, a day and a number. */
import { type Day, isDay, lagosDay } from "~/domain/dates/day.ts";
import { type Currency, fromMinor, type Money, minorOf, toDecimalString } from "~/domain/money/money.ts";
import type { HistoryKind } from "~/domain/payments/payment-history.ts";
import {
  dateField,
  type FormField,
  hasProblems,
  lengthProblem,
  type Problems,
  problemsOf,
  textField,
} from "~/edge/desk/desk-form.tsx";
import { ownReport, type PaymentReport } from "~/edge/payments/payment-events.ts";
import type { Reading, Typed } from "./action.ts";

export interface MovedMoney {
  readonly amount: Money;
  readonly day: Day;
  /** The number at the bank, at the provider or in the receipt book; otherwise empty. */
  readonly proof: string;
}

type Labels = Readonly<Record<keyof MovedMoney, string>>;

/** Returns the fields that {@link readMoney} reads. @param amount the suggested amount */
export function moneyFields(labels: Labels, amount: Money | null, now: Date): FormField[] {
  return [
    amountField(labels.amount, { value: amount ? toDecimalString(amount) : "" }),
    dateField("day", labels.day, lagosDay(now)),
    textField("proof", labels.proof),
  ];
}

export function amountField(
  label: string,
  details: { value?: string; hint?: string | undefined } = {},
): FormField {
  return textField("amount", label, { ...details, inputmode: "decimal" });
}

export const NO_AMOUNT = "Write an amount above nothing, such as 70000 or 70000.50.";

/** Returns the problem of a number at the bank or in the receipt book; `null` if there is none. */
export const proofProblem = (proof: string) => lengthProblem(proof, 100);

/** Reads an amount, a day and a number. @returns no money if there is a problem */
export function readMoney(
  typed: Typed,
  currency: Currency,
  now: Date,
): { readonly money: MovedMoney | null; readonly problems: Problems } {
  const amount = typedAmount(typed("amount"), currency);
  const [day, proof] = [typed("day"), typed("proof")];
  const problems = problemsOf({
    amount: amount ? null : NO_AMOUNT,
    day: pastDayProblem(day, now),
    proof: proofProblem(proof),
  });
  const isRight = amount && !hasProblems(problems);
  return { money: isRight ? { amount, day, proof } : null, problems };
}

type StaffReport = Omit<Parameters<typeof ownReport>[1], "source" | "now">;

/** Returns staff's report of money that moved on a day. Nobody notes the hour, so it is noon in Lagos. */
export function staffReport(kind: HistoryKind, report: StaffReport, day: Day): PaymentReport {
  return ownReport(kind, { ...report, source: "desk", now: new Date(`${day}T11:00:00.000Z`) });
}

/** Returns the problem of a day on which something has happened; `null` if there is none. */
export function pastDayProblem(text: string, now: Date): string | null {
  if (!isDay(text)) return "Write the day as year-month-day: 2026-11-23.";
  if (text > lagosDay(now)) return "This day is still to come.";
  return null;
}

/** The field in which staff give the reason for an agreement that differs from the plan. */
export const REASON_FIELD = textField("reason", "Reason", {
  kind: "textarea",
  hint: "For staff alone.",
  isPersonal: true,
});

export const LONGEST_REASON = 500;

/** Returns the problem of a reason; `null` if there is none. */
export function reasonProblem(text: string): string | null {
  if (text === "") return "Say why, for whoever looks at it next.";
  return lengthProblem(text, LONGEST_REASON);
}

export function readReason(typed: Typed, field: string): Reading<string> {
  const reason = typed(field);
  const problem = reasonProblem(reason);
  return problem ? { problems: { [field]: problem } } : { input: reason };
}

/** Reads a typed amount: "70,000" or "N70,000.00"; `null` for zero and for other text. */
export function typedAmount(text: string, currency: Currency): Money | null {
  const minor = minorOf(text.replace(/[\s,₦$N]|NGN|USD/gi, ""));
  return minor === null || minor === 0 ? null : fromMinor(currency, minor);
}
