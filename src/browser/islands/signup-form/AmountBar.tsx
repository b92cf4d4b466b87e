import { PROVIDER_NAMES, paymentMode } from "~/browser/payments/load-checkout.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { AmountPayable } from "~/domain/enrolment/amount-payable.ts";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/enrolment/payment-flow.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import { INCLUDES_TUITION } from "../payment/ReceiptNotes.tsx";
import { DualAmount } from "../price/DualAmount.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import type { SignupFormControl } from "./useSignupForm.ts";
import "./amount-bar.css";

interface AmountBarProps {
  control: SignupFormControl;
  amounts(currency: Currency): AmountPayable;
  support: SupportContacts;
}

/** What is due, spelled out, and the button that pays it; it stays in view while the form scrolls. */
export function AmountBar({ control, amounts, support }: AmountBarProps) {
  const { currency, missing, isFrozen, payment, course, plan, asked } = control;
  const mode = paymentMode(currency);
  const isCalling = isCheckoutOpen(payment.flow);
  const isBusy = isCalling || asked.isAsking;
  const isTuitionOpen = course !== null && amounts(currency).course.minor === 0;
  const pressable = {
    disabled: missing.length > 0 || (isFrozen && !isBusy),
    // Not disabled: it keeps the focus for the time after the checkout.
    "aria-disabled": isBusy || undefined,
    "aria-describedby": "register-needs",
  };

  function whatIsNext(): string {
    if (asked.isAsking) return "Keeping your details and making the link. Nothing is charged.";
    if (isCalling) return `Opening ${PROVIDER_NAMES[currency]}. Please finish the payment there.`;
    if (missing.length > 0) return `Still needed: ${inBrief(missing)}.`;
    return `You pay ${formatExact(amounts(currency).total)} with ${PROVIDER_NAMES[currency]}.`;
  }

  return (
    <div className="amount-bar">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4" role="status">
        <p className="font-semibold">Amount payable</p>
        {/* In the body's face: set to the right, it would move when the display face comes. */}
        <p className="grow text-right text-h3 font-bold" data-amount-payable>
          <DualAmount of={(each) => formatExact(amounts(each).total)} />
        </p>
      </div>
      <p className="text-small text-muted">
        <DualAmount
          of={(each) => {
            const { fee, course: price } = amounts(each);
            const part = plan ? `, payment 1 of ${plan.schedules[each].later.length + 1}` : "";
            return course
              ? `${formatExact(fee)} registration fee + ${formatExact(price)} ${course.name}${part}`
              : `${formatExact(fee)} registration fee. The course is added once you choose it.`;
          }}
        />
      </p>
      {course && (
        <p className="text-small text-muted">
          {plan ? "The rest is due by the dates below." : isTuitionOpen ? TUITION_OPEN : INCLUDES_TUITION}
        </p>
      )}
      {mode === "missing" ? (
        <div className="notice notice-bad mt-3">
          <p>
            Online payment with {PROVIDER_NAMES[currency]} is not set up yet. Please get in touch and we
            register you by hand.
          </p>
          <SupportOptions
            support={support}
            problem="I want to register, and online payment is not set up"
            course={course?.name}
            amount={formatExact(amounts(currency).total)}
          />
        </div>
      ) : isPaymentBehind(payment.flow) || control.unresolved.entries.length > 0 ? (
        <p className="mt-3 font-semibold">See your payment above. There is nothing to pay here now.</p>
      ) : (
        <>
          <div className="amount-actions">
            <button type="submit" className="btn btn-primary" {...pressable}>
              Register
            </button>
            {control.canAskPayer && (
              <button
                type="button"
                className="btn btn-outline"
                {...pressable}
                onClick={() => !isBusy && control.askPayer()}
              >
                Ask somebody else to pay
              </button>
            )}
          </div>
          {asked.problem && (
            <p className="field-error mt-2" role="alert">
              {asked.problem}
            </p>
          )}
          <p id="register-needs" className="mt-2 text-small text-muted" role="status">
            {whatIsNext()}
            {mode === "test" && " Test mode: no money moves."}
          </p>
        </>
      )}
    </div>
  );
}

const TUITION_OPEN = "Tuition is announced before class starts. Only the registration fee is due now.";

/** The bar covers part of a phone's screen: two names and a count say enough. */
function inBrief(missing: readonly string[]): string {
  return missing.length <= 3
    ? missing.join(", ")
    : `${missing.slice(0, 2).join(", ")} and ${missing.length - 2} more`;
}
