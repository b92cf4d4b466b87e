/** What is due, spelled out, and the buttons that pay it or have it paid; it stays in view while the form scrolls. */

import { PROVIDER_NAMES, paymentMode } from "~/browser/payments/load-checkout.ts";
import type { SignupPaymentState } from "~/browser/payments/signup-payment.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { Day } from "~/domain/dates/day.ts";
import { amountPayable, INCLUDES_TUITION, TUITION_OPEN } from "~/domain/enrolment/amount-payable.ts";
import type { RegistrationCourse, RegistrationPlan } from "~/domain/enrolment/course.ts";
import { describeLaterPayments } from "~/domain/enrolment/later-payments.ts";
import { labelOf, type RegistrationField } from "~/domain/enrolment/registration.ts";
import { formName } from "~/domain/enrolment/registration-form.ts";
import { CURRENCIES, type Currency, type DualPrice, formatExact } from "~/domain/money/money.ts";
import { part, showText, writeText } from "../part.ts";
import { fieldNamed } from "./fields.ts";
import { isPaymentMissing, showPaymentMissing } from "./payment-missing.ts";

export interface Payable {
  readonly fee: DualPrice;
  readonly course: RegistrationCourse | null;
  /** null where the price is paid at once. */
  readonly plan: RegistrationPlan | null;
  readonly currency: Currency;
  /** Of the chosen cohort; null while there is none. */
  readonly firstClass: Day | null;
  /** What Register waits for. */
  readonly missing: readonly RegistrationField[];
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
    write(document, "due", each, formatExact(amounts.total));
    write(document, "tuition", each, formatExact(amounts.course));
    write(
      form,
      "parts",
      each,
      course
        ? `${formatExact(amounts.fee)} registration fee + ${formatExact(amounts.course)} ${course.name}${payment}`
        : formatExact(amounts.fee),
    );
  }
  part("[data-order]", form).hidden = course === null;
  const isTuitionOpen = amountPayable(fee, course, plan, currency).course.minor === 0;
  for (const row of document.querySelectorAll<HTMLElement>("[data-fee-sum]")) row.hidden = course === null;
  part("[data-amount-tuition]").hidden = isTuitionOpen;
  showText(part("[data-tuition-open]"), isTuitionOpen ? "Announced later" : null);
  showText(part("[data-tuition]", form), plan ? null : course && tuitionNote(isTuitionOpen));
  showButtons(form, payable);
  showRest(form, payable);
  const isMissing = isPaymentMissing(currency);
  const amount = formatExact(amountPayable(fee, course, plan, currency).total);
  showPaymentMissing(form, { currency, support: payable.support, course: course?.name, amount });
  part("[data-payment-behind]", form).hidden = isMissing || step !== "behind";
  for (const open of form.querySelectorAll<HTMLElement>("[data-payment-open]")) {
    open.hidden = isMissing || step === "behind";
  }
}

const tuitionNote = (isOpen: boolean) => (isOpen ? TUITION_OPEN : INCLUDES_TUITION);

function showButtons(form: HTMLFormElement, payable: Payable): void {
  const { missing, step, problem, currency } = payable;
  const isShut = isPaymentMissing(currency) || step === "behind";
  const isBusy = step === "paying" || step === "asking";
  for (const name of ["register", "ask"]) {
    const button = form.querySelector<HTMLButtonElement>(`[data-act=${name}]`);
    if (!button) continue;
    button.hidden = isShut || step === "looking";
    // While it is busy it keeps the focus, for the time after the checkout.
    button.disabled = missing.length > 0 && !isBusy;
    if (isBusy) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
  showText(part("[data-payment-problem]", form), problem);
  const needs = part("#register-needs", form);
  const isWaiting = step === "open" && missing.length > 0;
  if (isWaiting) showMissing(form, needs, missing);
  else writeText(needs, whatIsNext(payable));
}

function whatIsNext({ step, currency, ...of }: Payable): string {
  if (step === "looking") return "Checking your earlier payment. This takes a few seconds.";
  if (step === "asking") return "Saving your details and making the link. Nothing is charged.";
  if (step === "paying") return `Opening ${PROVIDER_NAMES[currency]}. Finish your payment there.`;
  const { total } = amountPayable(of.fee, of.course, of.plan, currency);
  const test = paymentMode(currency) === "test" ? " Test mode: no money moves." : "";
  return `You pay ${formatExact(total)} with ${PROVIDER_NAMES[currency]}.${test}`;
}

/** The first of the missing fields, with a link to it, and a count: the bar covers part of a phone's screen. */
function showMissing(
  form: HTMLFormElement,
  place: HTMLElement,
  [first, ...others]: readonly RegistrationField[],
): void {
  if (!first) return;
  const rest = `${others.length > 0 ? ` and ${others.length} more` : ""}.`;
  // A link that has the focus keeps it.
  if (place.textContent === `Still needed: ${labelOf(first)}${rest}`) return;
  const link = document.createElement("a");
  link.className = "link";
  link.href = `#${fieldNamed(form, formName(first))?.id}`;
  link.textContent = labelOf(first);
  place.replaceChildren("Still needed: ", link, rest);
}

/** What is due after the first payment of the chosen plan, each with its date. */
function showRest(form: HTMLFormElement, { plan, currency, firstClass }: Payable): void {
  const rest = part("[data-rest]", form);
  rest.hidden = !plan;
  if (!plan) return;
  const lines = describeLaterPayments(plan.schedules[currency], firstClass);
  part("ul", rest).replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

/** CSS shows one of the two. */
function write(within: ParentNode, what: string, currency: Currency, text: string): void {
  showText(part(`[data-amount-${what}] .in-${currency.toLowerCase()}`, within), text);
}
