import { useStore } from "@nanostores/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { payerEmailError } from "~/domain/contact/email-address.ts";
import { type Order, tuitionOrder } from "~/domain/enrolment/order.ts";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/enrolment/payment-flow.ts";
import { newReference } from "~/domain/enrolment/reference.ts";
import type { Currency, Money } from "~/domain/money/money.ts";
import { unsettledEntries } from "~/mail/outbox.ts";
import { paymentMode } from "~/payments/load-checkout.ts";
import { $payRequest, type PayRequest } from "~/stores/pay-request.ts";
import { type MailAddresses, type PaymentControl, usePayment } from "../payment/usePayment.ts";

/** A price card as the dialog needs it: what is charged at once, in both currencies. */
export interface PayableCourse {
  readonly id: string;
  readonly title: string;
  readonly plans: readonly {
    readonly id: string;
    readonly name: string;
    readonly now: Record<Currency, Money>;
  }[];
}

/** What was chosen: course, plan and the amount due now. */
export interface Choice {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly planName: string;
  readonly charge: Money;
}

export interface PricingModalControl {
  /** What the e-mail dialog asks for: naira, or any currency that cannot be paid here; null while it is closed. */
  readonly asked: Choice | null;
  /** An earlier payment, or one in another tab, is not settled: nothing can be paid before it is. */
  readonly isHeld: boolean;
  readonly email: string;
  readonly emailError: string | undefined;
  readonly payment: PaymentControl;
  setEmail(email: string): void;
  /** Closes the e-mail dialog and clears the address. */
  close(): void;
  /** Opens the checkout. @returns false for a malformed address: it is refused, and the error says why. */
  payNow(): boolean;
  /** Closes the dialog that tells of the unsettled payment. */
  closeHeld(): void;
  /** Tries an order that was not paid again. */
  retry(order: Order): void;
}

/** Turns a pressed price card into an order: naira asks for an e-mail address first, dollars open PayPal's dialog. */
export function usePricingModal(
  courses: readonly PayableCourse[],
  addresses: MailAddresses,
): PricingModalControl {
  const request = useStore($payRequest);
  const [asked, setAsked] = useState<Choice | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [email, setEmail] = useState("");
  const [emailError, setEmailError] = useState<string>();
  const payment = usePayment(addresses, () => setEmail(""));

  // While a checkout is on its way nothing covers the page yet: a dialog that asks for another amount would lie above it.
  const isCalling = useRef(false);
  isCalling.current = isCheckoutOpen(payment.flow);
  // A payment that was just made is shown again before another one is begun.
  const isBehind = useRef(false);
  isBehind.current = isPaymentBehind(payment.flow);
  const show = useRef(payment.show);
  show.current = payment.show;
  const start = useRef<(choice: Choice, address: string) => void>(() => {});
  start.current = (choice, address) => {
    const now = new Date();
    const reference = newReference("tuition", now);
    void payment.pay(
      tuitionOrder({ ...choice, courseName: choice.courseTitle, email: address, reference, now }),
    );
  };

  useEffect(() => {
    if (!request) return;
    $payRequest.set(null);
    const choice = choiceOf(courses, request);
    if (!choice || isCalling.current) return;
    const isAskedFirst = request.currency === "NGN" || paymentMode(request.currency) === "missing";
    if (isBehind.current) show.current();
    else if (unsettledEntries().length > 0) setIsHeld(true);
    else if (isAskedFirst) setAsked(choice);
    else start.current(choice, "");
  }, [request, courses]);

  function payNow() {
    if (!asked) return true;
    const wrong = payerEmailError(email);
    if (wrong) {
      setEmailError(wrong);
      return false;
    }
    // Paystack draws over the page; a modal dialog of ours would lie above it. It closes first, so that the focus is back
    // on the price card when the payment begins.
    flushSync(() => setAsked(null));
    if (unsettledEntries().length > 0) setIsHeld(true);
    else start.current(asked, email);
    return true;
  }

  return {
    asked,
    isHeld,
    email,
    emailError,
    payment,
    setEmail: (value) => {
      setEmail(value);
      setEmailError(undefined);
    },
    close: () => {
      setAsked(null);
      setEmail("");
      setEmailError(undefined);
    },
    payNow,
    closeHeld: () => setIsHeld(false),
    retry: (order) => void payment.pay(order),
  };
}

function choiceOf(courses: readonly PayableCourse[], request: PayRequest): Choice | null {
  const course = courses.find(({ id }) => id === request.courseId);
  const plan = course?.plans.find(({ id }) => id === request.planId);
  if (!course || !plan) return null;
  return {
    courseId: course.id,
    courseTitle: course.title,
    planName: plan.name,
    charge: plan.now[request.currency],
  };
}
