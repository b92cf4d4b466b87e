/** The fields that actions about money share: an amount, a day and a number. */
import { type Day, isDay, lagosDay } from "~/domain/dates/day.ts";
import { type Currency, fromMinor, type Money, minorOf, toDecimalString } from "~/domain/money/money.ts";
import type { FormField } from "~/edge/desk/desk-parts.tsx";
import type { PaymentReport } from "~/edge/payments/payment-events.ts";
import type { Problems, Typed } from "./action.ts";

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
    {
      name: "amount",
      label: labels.amount,
      kind: "text",
      inputmode: "decimal",
      value: amount ? toDecimalString(amount) : "",
    },
    { name: "day", label: labels.day, kind: "date", value: lagosDay(now) },
    { name: "proof", label: labels.proof, kind: "text", value: "" },
  ];
}

const MAX_PROOF = 100;

/** Reads an amount, a day and a number. @returns no money if there is a problem */
export function readMoney(
  typed: Typed,
  currency: Currency,
  now: Date,
): { readonly money: MovedMoney | null; readonly problems: Problems } {
  const amount = typedAmount(typed("amount"), currency);
  const [day, proof] = [typed("day"), typed("proof")];
  const dayProblem = pastDayProblem(day, now);
  const problems = {
    ...(amount ? {} : { amount: "Write an amount above nothing, such as 70000 or 70000.50." }),
    ...(dayProblem ? { day: dayProblem } : {}),
    ...(proof.length > MAX_PROOF ? { proof: `Write ${MAX_PROOF} characters at most.` } : {}),
  };
  const isRight = amount && Object.keys(problems).length === 0;
  return { money: isRight ? { amount, day, proof } : null, problems };
}

export function staffEvent(event: Omit<PaymentReport, "source" | "occurredAt">, day: Day): PaymentReport {
  return { ...event, source: "desk", occurredAt: noonOf(day) };
}

/** Returns the problem of a day on which something has happened; `null` if there is none. */
export function pastDayProblem(text: string, now: Date): string | null {
  if (!isDay(text)) return "Write the day as year-month-day: 2026-11-23.";
  if (text > lagosDay(now)) return "This day is still to come.";
  return null;
}

/** The field in which staff give the reason for an agreement that differs from the plan. */
export const REASON_FIELD: FormField = {
  name: "reason",
  label: "Reason",
  kind: "textarea",
  value: "",
  hint: "For staff alone.",
  isPersonal: true,
};

export const LONGEST_REASON = 500;

/** Returns the problem of a reason; `null` if there is none. */
export function reasonProblem(text: string): string | null {
  if (text === "") return "Say why, for whoever looks at it next.";
  return text.length > LONGEST_REASON ? `Use ${LONGEST_REASON} characters at most.` : null;
}

/** Reads a typed amount: "70,000" or "N70,000.00"; `null` if it is none or nothing. */
export function typedAmount(text: string, currency: Currency): Money | null {
  const minor = minorOf(text.replace(/[\s,₦$N]|NGN|USD/gi, ""));
  return minor === null || minor === 0 ? null : fromMinor(currency, minor);
}

/** Returns noon of a day in Lagos, ISO 8601 in UTC, because nobody notes the hour of a transfer. */
function noonOf(day: Day): string {
  return `${day}T11:00:00.000Z`;
}
