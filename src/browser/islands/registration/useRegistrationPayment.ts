import { createContext, use, useEffect, useEffectEvent, useState } from "react";
import { paidToday } from "~/browser/enrolments/enrolment-access.ts";
import { acknowledgePaid, type LocalPayment } from "~/browser/enrolments/local-payments.ts";
import type { OutboxEntry } from "~/browser/outbox/outbox.ts";
import { LOCAL_PAYMENTS_KEY } from "~/browser/stores/browser-storage.ts";
import { isCheckoutOpen, mayHaveCharged } from "~/domain/payments/payment-flow.ts";
import { isMoneyIn, mayPayAgain, STATUS_WORDS } from "~/domain/payments/visible-status.ts";
import { useOutcome } from "../payment/PaymentOutcome.tsx";
import { type PaymentControl, usePayment } from "../payment/usePayment.ts";
import { useUnresolvedPayments } from "../payment/useUnresolvedPayments.ts";
import { useWindowEvent } from "../support/useWindowEvent.ts";
import { usePayerRequest } from "./PayerRequest.tsx";
import type { RegistrationOffer } from "./registration-offer.ts";
import { isRegistrationOf } from "./registration-state.ts";
import type { PaymentStep } from "./registration-view.ts";
import type { RegistrationControl } from "./useRegistration.ts";

export function useRegistrationPayment({ addresses }: RegistrationOffer, registration: RegistrationControl) {
  const payment = usePayment(addresses, registration.settle, registration.refuse);
  const unresolved = useUnresolvedPayments(payment, {
    onTryAgain: registration.resume,
    // The pressed button is about to disappear, so the form gets the focus.
    onResolved: registration.show,
  });
  const payerRequest = usePayerRequest(registration.empty, registration.refuse);
  const latestPaid = usePaidToday(registration, payment.flow.step === "editing");
  // Each of these has a notice above the form, which replaces Register.
  const hasNotice =
    unresolved.entries.length > 0 || payerRequest.link !== null || latestPaid.payment !== null;
  const step = stepOf(payment, { hasNotice, isAsking: payerRequest.isAsking });

  // These payments were made on the provider's own page or in another tab.
  const paidEntries = unresolved.entries.filter((entry) => entry.payment.status !== "opened");
  const references = paidEntries.map(({ order }) => order.reference).join();
  const settle = useEffectEvent(() => {
    for (const { order } of paidEntries) registration.settle(order);
  });
  useEffect(() => {
    if (references) settle();
  }, [references]);

  useWindowEvent("pageshow", ({ persisted }) => {
    // A page from the back/forward cache has missed payments that were started elsewhere.
    if (persisted) unresolved.refresh();
  });

  const outcome = useOutcome(payment);

  /** Returns the text in place of Register, and a function that tries the payment again. */
  function inPlaceOfRegister(): { readonly text: string; tryAgain?(): void } {
    const [entry] = unresolved.entries;
    const status = outcome?.status ?? (entry && unresolved.statusOf(entry));
    if (!status) return { text: NOTHING_TO_PAY };
    if (isMoneyIn(status)) return { text: `${STATUS_WORDS[status].title}. ${NOTHING_TO_PAY}` };
    if (!mayPayAgain(status)) return { text: "Please don't pay again yet. See above." };
    if (!entry || !isRegistrationOf(registration.view.registration, entry.order))
      return { text: `${STATUS_WORDS[status].title}. Try again above.` };
    return {
      text: `${STATUS_WORDS[status].title}. Nothing was charged.`,
      tryAgain: () => unresolved.tryAgain(entry),
    };
  }

  return {
    payment,
    unresolved: {
      ...unresolved,
      acknowledge(entry: OutboxEntry): void {
        latestPaid.acknowledge();
        unresolved.acknowledge(entry);
      },
    },
    paidToday: unresolved.entries.length > 0 ? null : latestPaid.payment,
    inPlaceOfRegister,
    payerRequest,
    step,
    /** Pays the form's order or asks another payer. Shows errors if something must be corrected first. */
    press(button: "pay" | "ask"): void {
      if (step !== "open") return;
      const order = registration.readOrder();
      if (!order) return;
      payerRequest.close();
      // The visitor first resolves an earlier payment, in its notice above the form.
      if (unresolved.refresh().length > 0) payment.dismiss();
      else if (button === "pay") void payment.pay(order);
      else void payerRequest.ask(order);
    },
    startAnother(): void {
      latestPaid.acknowledge();
      payment.startAnother();
      payerRequest.close();
      registration.show();
    },
  };
}

const NOTHING_TO_PAY = "There's nothing to pay here now.";

/**
 * Returns the payment that this browser made today, so that the same course is not paid twice. There is none while
 * the form is filled in for another course or person.
 */
function usePaidToday({ view, hide }: RegistrationControl, isEditing: boolean) {
  const [latest, setLatest] = useState<LocalPayment | null>(null);
  const refresh = () => setLatest(paidToday(new Date()));
  const isSameCourse = view.course?.id === latest?.course.id;
  const isOtherCourse = (view.isStarted || view.isCourseLocked) && !isSameCourse;
  const isNextLearner = view.isStarted && latest?.purpose === "registration";
  const payment = isEditing && view.isLive && !isOtherCourse && !isNextLearner ? latest : null;
  const hideForm = useEffectEvent(hide);

  const readFirst = useEffectEvent(refresh);
  useEffect(() => readFirst(), []);
  useWindowEvent("pageshow", refresh);
  useWindowEvent("storage", ({ key }) => {
    // A payment that is acknowledged in another tab stays visible in this one.
    if (key?.startsWith(LOCAL_PAYMENTS_KEY)) setLatest((previous) => paidToday(new Date()) ?? previous);
  });

  useEffect(() => {
    if (payment) hideForm();
  }, [payment]);

  return {
    payment,
    acknowledge(): void {
      acknowledgePaid();
      refresh();
    },
  };
}

/** The state and actions of the registration, for all its parts. */
interface SignupControl extends RegistrationControl {
  readonly offer: RegistrationOffer;
  readonly payments: ReturnType<typeof useRegistrationPayment>;
}

export const Signup = createContext<SignupControl | null>(null);

export function useSignup(): SignupControl {
  const control = use(Signup);
  if (!control) throw new Error("useSignup is called outside the registration.");
  return control;
}

function stepOf(
  { flow }: PaymentControl,
  { hasNotice, isAsking }: { hasNotice: boolean; isAsking: boolean },
): PaymentStep {
  if (isCheckoutOpen(flow)) return "paying";
  if (isAsking) return "asking";
  return mayHaveCharged(flow) || hasNotice ? "done" : "open";
}
