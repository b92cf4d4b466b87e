import type { SubmitEvent } from "react";
import type { Currency } from "~/domain/money/money.ts";

/** One button that pays. */
export interface PayWay {
  readonly currency: Currency;
  /** "Pay N70,000", with the provider where there are two. */
  readonly text: string;
}

interface PayButtonsProps {
  /** The first is the one that most choose. */
  ways: readonly PayWay[];
  /** The payment is on its way to its provider. */
  isBusy: boolean;
}

/** The buttons of a form that pays, one for each currency in which it can be paid. */
export function PayButtons({ ways, isBusy }: PayButtonsProps) {
  return ways.map(({ currency, text }, index) => (
    <button
      key={currency}
      type="submit"
      value={currency}
      className={`btn pay-button ${index === 0 ? "btn-primary" : "btn-outline"}`}
      aria-busy={isBusy}
    >
      {text}
    </button>
  ));
}

/** The currency of the button that sent the form. */
export function chosenCurrency({ nativeEvent }: SubmitEvent): Currency {
  const { submitter } = nativeEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === "USD" ? "USD" : "NGN";
}

interface PendingPaymentProps {
  title: string;
  onLookAgain(): void;
}

/** In the place of the button that pays, while it is not known how the last payment ended. */
export function PendingPayment({ title, onLookAgain }: PendingPaymentProps) {
  return (
    <div className="notice" role="status">
      <p className="notice-title">{title}</p>
      <p>Please don't pay again. Cards take minutes, bank transfers a few hours.</p>
      <p>
        <button type="button" className="btn btn-outline" onClick={onLookAgain}>
          Look again
        </button>
      </p>
    </div>
  );
}
