/** The common parts of My enrolment and Sponsor: facts, pay buttons, and a payment under way. */
import type { ReactNode, SubmitEvent } from "react";
import { PROVIDER_NAME_BY_CURRENCY } from "~/browser/payments/load-checkout.ts";
import { type Currency, formatExact, type Money } from "~/domain/money/money.ts";
import { STATUS_WORDS, type VisibleStatus } from "~/domain/payments/visible-status.ts";
import { Button } from "../support/controls.tsx";

const LAYOUTS = {
  head: "mt-4 gap-x-4 gap-y-3 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] font-semibold",
  list: "mt-3 gap-x-4 gap-y-2 grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]",
  rows: "receipt-facts",
} as const;

interface FactsProps {
  /** Values by their terms. A term without a value is left out. */
  facts: Readonly<Record<string, ReactNode>>;
  layout: keyof typeof LAYOUTS;
}

export function Facts({ facts, layout }: FactsProps) {
  const filledFacts = Object.entries(facts).filter(([, value]) => value);
  return (
    <dl className={`grid ${LAYOUTS[layout]}`}>
      {filledFacts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-small font-normal text-muted">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface PayWay {
  readonly currency: Currency;
  /** The button's label: "Pay N70,000 with Paystack". */
  readonly text: string;
}

/** Returns the way to pay the whole rest in a currency. @param pay the label's first words */
export function wayToPayAll({ currency, left }: { currency: Currency; left: Money }, pay = "Pay"): PayWay {
  return { currency, text: `${pay} ${formatExact(left)} with ${PROVIDER_NAME_BY_CURRENCY[currency]}` };
}

interface PayButtonsProps {
  /** The ways to pay. The first one is the primary button. */
  ways: readonly PayWay[];
  /** Whether the payment is being started. */
  isBusy: boolean;
}

export function PayButtons({ ways, isBusy }: PayButtonsProps) {
  return ways.map(({ currency, text }, index) => (
    <button
      key={currency}
      type="submit"
      value={currency}
      className={`btn max-sm:grow max-sm:px-3 ${index === 0 ? "btn-primary" : "btn-outline"}`}
      aria-busy={isBusy}
    >
      {text}
    </button>
  ));
}

export function chosenCurrency({ nativeEvent }: SubmitEvent): Currency {
  const { submitter } = nativeEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === "USD" ? "USD" : "NGN";
}

/** The notice in place of the pay button while the outcome of the last payment is unknown. */
export function PendingPayment({ status, onLookAgain }: { status: VisibleStatus; onLookAgain(): void }) {
  const { title, text } = STATUS_WORDS[status];
  return (
    <div className="notice" role="status">
      <p className="notice-title">{title}</p>
      {/* A payment that arrived has no text, because elsewhere its receipt follows. */}
      <p>{text || STATUS_WORDS.confirming.text}</p>
      <p>
        <Button onClick={onLookAgain}>Look again</Button>
      </p>
    </div>
  );
}
