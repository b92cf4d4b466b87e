import { createContext, use, useEffect, useEffectEvent } from "react";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { type PaymentControl, usePayment } from "../payment/usePayment.ts";
import { useUnresolvedPayments } from "../payment/useUnresolvedPayments.ts";
import { useAskedPayer } from "./AskedPayer.tsx";
import type { RegistrationOffer } from "./registration-offer.ts";
import type { PaymentStep } from "./registration-view.ts";
import type { RegistrationControl } from "./useRegistration.ts";

export function useRegistrationPayment({ addresses }: RegistrationOffer, registration: RegistrationControl) {
  const payment = usePayment(addresses, registration.settle, registration.refuse);
  const unresolved = useUnresolvedPayments(payment, {
    onTryAgain: registration.resume,
    // What was pressed is about to go: the form is where the visitor goes on.
    onResolved: registration.focus,
  });
  const askedPayer = useAskedPayer(registration.empty, registration.refuse);
  const isSettled = unresolved.entries.length > 0 || askedPayer.link !== null;
  const step = stepOf(payment, isSettled, askedPayer.isAsking);

  // What was paid on the provider's own page, or in another tab.
  const paid = unresolved.entries.filter(({ payment: made }) => made.status !== "opened");
  const references = paid.map(({ order }) => order.reference).join();
  const settle = useEffectEvent(() => {
    for (const { order } of paid) registration.settle(order);
  });
  useEffect(() => {
    if (references) settle();
  }, [references]);

  const refresh = useEffectEvent(unresolved.refresh);
  useEffect(() => {
    // A page from the back/forward cache does not know of payments started meanwhile.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refresh();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);

  return {
    payment,
    unresolved,
    asked: askedPayer,
    step,
    /** Pays what the form orders, or has it paid by somebody else; says what must be corrected first. */
    press(act: "pay" | "ask"): void {
      if (step !== "open") return;
      const order = registration.takeOrder();
      if (!order) return;
      askedPayer.close();
      if (unresolved.refresh().length > 0) payment.dismiss();
      else if (act === "pay") void payment.pay(order);
      else void askedPayer.ask(order);
    },
    startAnother(): void {
      payment.startAnother();
      askedPayer.close();
      registration.focus();
    },
  };
}

/** All parts of the registration. */
interface SignupControl extends RegistrationControl {
  readonly offer: RegistrationOffer;
  readonly payments: ReturnType<typeof useRegistrationPayment>;
}

export const Signup = createContext<SignupControl | null>(null);

export function useSignup(): SignupControl {
  const control = use(Signup);
  if (!control) throw new Error("Only inside the registration.");
  return control;
}

function stepOf({ flow }: PaymentControl, isSettled: boolean, isAsking: boolean): PaymentStep {
  if (isCheckoutOpen(flow)) return "paying";
  if (isAsking) return "asking";
  return isPaymentBehind(flow) || isSettled ? "behind" : "open";
}
