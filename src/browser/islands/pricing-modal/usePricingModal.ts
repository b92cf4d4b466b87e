import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import { $payRequest } from "~/browser/stores/pay-request.ts";
import { payerEmailError } from "~/domain/contact/email-address.ts";
import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import type { Money } from "~/domain/money/money.ts";
import { type Order, tuitionOrder } from "~/domain/payments/order.ts";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { PayRequest } from "~/domain/pricing/price-cards.ts";
import { usePayment } from "../payment/usePayment.ts";

/** A course of the price cards: what its plans charge at once and later, in both currencies. */
export type PlansOfCourse = Omit<RegistrationCourse, "price">;

/** What was chosen: course, plan and the amount due now. */
export interface Choice {
  readonly course: Named;
  readonly plan: Named;
  readonly charge: Money;
}

/** Turns a pressed price card into an order: naira asks for an e-mail address first, dollars open PayPal's dialog. */
export function usePricingModal(courses: readonly PlansOfCourse[], addresses: MailAddresses) {
  const request = useStore($payRequest);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [email, setEmail] = useState("");
  const [emailError, setEmailError] = useState<string>();
  const payment = usePayment(addresses, () => setEmail(""));

  function start(choice: Choice, address: string) {
    const now = new Date();
    const reference = newReference("tuition", now);
    void payment.pay(tuitionOrder({ ...choice, email: address, reference, now }));
  }

  const answer = useEffectEvent((asksFor: PayRequest) => {
    $payRequest.set(null);
    const choice = choiceOf(courses, asksFor);
    // While a checkout is on its way nothing covers the page yet: a dialog that asks for another amount would lie above it.
    if (!choice || isCheckoutOpen(payment.flow)) return;
    const isAskedFirst = asksFor.currency === "NGN" || paymentMode(asksFor.currency) === "missing";
    // A payment that was just made is shown again before another one is started.
    if (isPaymentBehind(payment.flow)) payment.show();
    else if (unresolvedEntries().length > 0) setIsHeld(true);
    else if (isAskedFirst) setChoice(choice);
    else start(choice, "");
  });

  useEffect(() => {
    if (request) answer(request);
  }, [request]);

  /** Opens the checkout. @returns false for a malformed address: it is refused, and the error says why. */
  function payNow() {
    if (!choice) return true;
    const wrong = payerEmailError(email);
    if (wrong) {
      setEmailError(wrong);
      return false;
    }
    // Paystack draws over the page; a modal dialog of ours would lie above it. It closes first, so that the focus is back
    // on the price card when the payment starts.
    flushSync(() => setChoice(null));
    if (unresolvedEntries().length > 0) setIsHeld(true);
    else start(choice, email);
    return true;
  }

  return {
    /** What the e-mail dialog asks for: naira, or any currency that cannot be paid here; null while it is closed. */
    asked: choice,
    /** An earlier payment, or one in another tab, is not resolved: nothing can be paid before it is. */
    isHeld,
    email,
    emailError,
    payment,
    setEmail: (value: string) => {
      setEmail(value);
      setEmailError(undefined);
    },
    close: () => {
      setChoice(null);
      setEmail("");
      setEmailError(undefined);
    },
    payNow,
    closeHeld: () => setIsHeld(false),
    retry: (order: Order) => void payment.pay(order),
  };
}

function choiceOf(courses: readonly PlansOfCourse[], request: PayRequest): Choice | null {
  const course = courses.find(({ id }) => id === request.courseId);
  const plan = course?.plans.find(({ id }) => id === request.planId);
  if (!course || !plan) return null;
  return {
    course: { id: course.id, name: course.name },
    plan: { id: plan.id, name: plan.name },
    charge: plan.schedules[request.currency].now,
  };
}
