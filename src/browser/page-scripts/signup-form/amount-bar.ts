/** What is due, spelled out, and the buttons that pay it or have it paid; it stays in view while the form scrolls. */

import { PROVIDER_NAMES, paymentMode } from "~/browser/payments/load-checkout.ts";
import type { SignupPaymentState } from "~/browser/payments/signup-payment.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { firstClassOf } from "~/domain/enrolment/agreement.ts";
import {
  amountPayable,
  INCLUDES_TUITION,
  REST_BY_DATES,
  TUITION_OPEN,
} from "~/domain/enrolment/amount-payable.ts";
import type { RegistrationCourse, RegistrationPlan } from "~/domain/enrolment/course.ts";
import { describeLaterPayments } from "~/domain/enrolment/later-payments.ts";
import { CURRENCIES, type Currency, type DualPrice, formatExact } from "~/domain/money/money.ts";
import { part, showText } from "../part.ts";
import { isPaymentMissing, showPaymentMissing } from "./payment-missing.ts";

export interface Payable {
  readonly fee: DualPrice;
  readonly course: RegistrationCourse | null;
  /** null where the price is paid at once. */
  readonly plan: RegistrationPlan | null;
  readonly currency: Currency;
  readonly cohort: string;
  /** Visible names of what Register waits for. */
  readonly missing: readonly string[];
  readonly step: SignupPaymentState["step"];
  /** What does not work, in words; null while there is nothing to say. */
  readonly problem: string | null;
  readonly support: SupportContacts;
}

export function showAmounts(form: HTMLFormElement, payable: Payable): void {
  const { fee, course, plan, currency, step } = payable;
  for (const each of CURRENCIES) {
    const amounts = amountPayable(fee, course, plan, each);
    const payment = plan ? `, payment 1 of ${plan.schedules[each].later.length + 1}` : "";
    write(form, "payable", each, formatExact(amounts.total));
    write(
      form,
      "parts",
      each,
      course
        ? `${formatExact(amounts.fee)} registration fee + ${formatExact(amounts.course)} ${course.name}${payment}`
        : formatExact(amounts.fee),
    );
  }
  part("[data-amount-of]", form).hidden = course !== null;
  const isTuitionOpen = amountPayable(fee, course, plan, currency).course.minor === 0;
  showText(
    part("[data-tuition]", form),
    course && (plan ? REST_BY_DATES : isTuitionOpen ? TUITION_OPEN : INCLUDES_TUITION),
  );
  showButtons(form, payable);
  showRest(form, payable);
  const isMissing = isPaymentMissing(currency);
  const amount = formatExact(amountPayable(fee, course, plan, currency).total);
  showPaymentMissing(form, { currency, support: payable.support, course: course?.name, amount });
  part("[data-payment-behind]", form).hidden = isMissing || step !== "behind";
  part("[data-payment-open]", form).hidden = isMissing || step === "behind";
}

function showButtons(form: HTMLFormElement, payable: Payable): void {
  const { missing, step, problem, currency } = payable;
  const isBusy = step === "paying" || step === "asking";
  for (const name of ["register", "ask"]) {
    const button = form.querySelector<HTMLButtonElement>(`[data-act=${name}]`);
    if (!button) continue;
    button.hidden = step === "looking";
    // While it is busy it keeps the focus, for the time after the checkout.
    button.disabled = missing.length > 0 && !isBusy;
    if (isBusy) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
  showText(part("[data-payment-problem]", form), problem);
  const test = paymentMode(currency) === "test" ? " Test mode: no money moves." : "";
  showText(part("#register-needs", form), whatIsNext(payable) + test);
}

function whatIsNext({ step, missing, currency, ...of }: Payable): string {
  if (step === "looking") return "An earlier payment is being looked up. This takes some seconds.";
  if (step === "asking") return "Keeping your details and making the link. Nothing is charged.";
  if (step === "paying") return `Opening ${PROVIDER_NAMES[currency]}. Please finish the payment there.`;
  if (missing.length > 0) return `Still needed: ${inBrief(missing)}.`;
  const { total } = amountPayable(of.fee, of.course, of.plan, currency);
  return `You pay ${formatExact(total)} with ${PROVIDER_NAMES[currency]}.`;
}

/** The bar covers part of a phone's screen: two names and a count say enough. */
function inBrief(missing: readonly string[]): string {
  return missing.length <= 3
    ? missing.join(", ")
    : `${missing.slice(0, 2).join(", ")} and ${missing.length - 2} more`;
}

/** What is due after the first payment of the chosen plan, each with its date. */
function showRest(form: HTMLFormElement, { plan, currency, cohort }: Payable): void {
  const rest = part("[data-rest]", form);
  rest.hidden = !plan;
  if (!plan) return;
  const lines = describeLaterPayments(plan.schedules[currency], firstClassOf(cohort, lagosDay(new Date())));
  part("ul", rest).replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

/** CSS shows one of the two. */
function write(form: HTMLFormElement, what: string, currency: Currency, text: string): void {
  showText(part(`[data-amount-${what}] .in-${currency.toLowerCase()}`, form), text);
}
