import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent, useRef } from "react";
import {
  $signupForm,
  $signupPayment,
  $signupRequest,
  type SignupPaymentState,
  type SignupRequest,
} from "~/browser/payments/signup-payment.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { ResolvedPayment } from "../payment/ResolvedPayment.tsx";
import { UnresolvedPayments } from "../payment/UnresolvedPayments.tsx";
import { usePayment } from "../payment/usePayment.ts";
import { useUnresolvedPayments } from "../payment/useUnresolvedPayments.ts";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { AskedPayer } from "./AskedPayer.tsx";
import { useAskedPayer } from "./useAskedPayer.ts";

interface SignupPaymentProps {
  support: SupportContacts;
  refunds: readonly string[];
}

/** Payments on Signup and their results, here or on an earlier visit. The page's own script has the form. */
export const SignupPayment = withBoundary(Payment);

function Payment({ support, refunds }: SignupPaymentProps) {
  const request = useStore($signupRequest);
  const form = $signupForm.get();
  const payment = usePayment(form?.addresses ?? null, () => $signupForm.get()?.empty());
  const unresolved = useUnresolvedPayments(payment, {
    onTryAgain: (order, goesOn) => form?.resume(order, goesOn),
    // What was pressed is about to go: the form is where the visitor goes on.
    onResolved: () => form?.focus(),
  });
  const asked = useAskedPayer(() => form?.empty());
  const notice = useRef<HTMLElement>(null);
  const offers = form?.offers;

  const answer = useEffectEvent(({ act, order }: SignupRequest) => {
    // A page from the back/forward cache does not know of payments begun meanwhile.
    if (unresolved.refresh().length > 0) payment.dismiss();
    else if (act === "pay") void payment.pay(order);
    else void asked.ask(order);
    $signupRequest.set(null);
  });

  useEffect(() => {
    if (request) answer(request);
  }, [request]);

  const isSettled = unresolved.entries.length > 0 || asked.link !== null;
  const step = stepOf(payment, isSettled, asked.isAsking);
  const { problem } = asked;
  useEffect(() => {
    // The press that loaded this code is about to be answered.
    if (!request) $signupPayment.set({ step, problem });
  }, [step, problem, request]);

  // Register is gone once something was paid: when the dialog closes, the focus goes to the notice of the payment.
  useEffect(() => {
    if (!payment.isDialogOpen) notice.current?.focus();
  }, [payment.isDialogOpen]);

  // What was paid on the provider's own page, or in another tab.
  useEffect(() => {
    for (const { order, payment: made } of unresolved.entries) {
      if (made.status !== "opened") form?.settle(order);
    }
  }, [unresolved.entries, form]);

  function startAnother() {
    payment.startAnother();
    asked.close();
    form?.focus();
  }

  return (
    <>
      <UnresolvedPayments control={unresolved} support={support} offers={offers} />
      <ResolvedPayment
        ref={notice}
        payment={payment}
        support={support}
        offers={offers}
        onAnother={startAnother}
      />
      {asked.link && <AskedPayer link={asked.link} onAnother={startAnother} />}
      <PaymentDialogs
        payment={payment}
        support={support}
        offers={offers}
        refunds={refunds}
        onRetry={() => form?.register()}
      />
    </>
  );
}

function stepOf(
  { flow }: ReturnType<typeof usePayment>,
  isSettled: boolean,
  isAsking: boolean,
): SignupPaymentState["step"] {
  if (isCheckoutOpen(flow)) return "paying";
  if (isAsking) return "asking";
  return isPaymentBehind(flow) || isSettled ? "behind" : "open";
}
