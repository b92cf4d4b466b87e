import { useRef, useState } from "react";
import { type AskedPayment, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { keepStarted } from "~/browser/enrolments/local-payments.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { describeNextAfter } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { mayHaveCharged } from "~/domain/payments/payment-flow.ts";
import { usePayment } from "./usePayment.ts";

export interface EnrolmentPaymentInput extends AskedPayment {
  readonly access: EnrolmentAccess;
  readonly view: EnrolmentView | PayerView;
  /** The numbers of the charges that the page shows. Some may have been paid since the page was loaded. */
  readonly charges: readonly number[];
}

export interface EndedPayment {
  /** `null` if the payment was refused before it started. */
  readonly reference: string | null;
  /** Whether money has moved or may have. */
  readonly hasMoved: boolean;
}

const TITLES: Readonly<Record<string, string>> = {
  paid: "This has been paid already",
  pending: "A payment is being confirmed",
  withdrawn: "This enrolment has ended",
};

const OUTDATED = {
  title: "This has been paid already",
  message: "It was paid on another device or by someone else. Nothing was charged now.",
};

const NOT_SET_UP = {
  title: "We can't take payments online yet",
  message: "Message us and we'll help you pay.",
};

const UNREACHABLE = {
  title: "The payment didn't start",
  message: "Nothing more was charged. Check your connection, then try again.",
};

function describeNext({ view, charges }: EnrolmentPaymentInput): string {
  return view.kind === "learner"
    ? describeNextAfter(view.charges, charges, view.dueTerms)
    : `Thank you. ${view.firstName || "The learner"} can see it on My enrolment.`;
}

/** Starts payments of an enrolment. The edge starts each one and notifies staff, or says why it refuses. */
export function useEnrolmentPayment({ onEnded }: { onEnded(ended: EndedPayment): void }) {
  const hasMoved = useRef(false);
  const payment = usePayment(null, () => {
    hasMoved.current = true;
  });
  const [isStarting, setIsStarting] = useState(false);
  const [refusal, setRefusal] = useState<typeof UNREACHABLE | null>(null);
  const [lastInput, setLastInput] = useState<EnrolmentPaymentInput | null>(null);

  function refuse(reason: typeof UNREACHABLE): void {
    setRefusal(reason);
    onEnded({ reference: null, hasMoved: false });
  }

  /** Refuses a payment that cannot be retried, and closes the last attempt's dialog with its retry button. */
  function refuseFinally(reason: typeof UNREACHABLE): void {
    payment.dismiss();
    refuse(reason);
  }

  async function pay(input: EnrolmentPaymentInput): Promise<void> {
    if (isStarting) return;
    setLastInput(input);
    hasMoved.current = false;
    const { access, view, charges, ...request } = input;
    if (paymentMode(request.currency ?? view.currency) === "missing") return setRefusal(NOT_SET_UP);
    if (mayHaveCharged(payment.flow)) payment.startAnother();
    setIsStarting(true);
    const response = await requestPayment(access, request);
    setIsStarting(false);
    if (response.type === "unreachable") return refuse(UNREACHABLE);
    if (response.type === "refused") {
      const { reason, message } = response;
      const title = TITLES[reason ?? ""];
      if (title) return refuseFinally({ title, message });
      return refuse({ title: UNREACHABLE.title, message });
    }
    const isAsShown = [...response.body.charges].sort().join() === [...charges].sort().join();
    if (!isAsShown) return refuseFinally(OUTDATED);
    const order = enrolmentOrder(view, response.body, new Date());
    if (view.kind === "learner") keepStarted(order, view.id);
    await payment.pay(order, response.body.checkout);
    onEnded({ reference: order.reference, hasMoved: hasMoved.current });
  }

  return {
    payment,
    isStarting,
    refusal,
    /** A sentence about what follows the last payment; empty before the first one. */
    next: lastInput ? describeNext(lastInput) : "",
    pay,
    /** Starts the last payment again, under another reference if the provider refused it finally. */
    retry: () => {
      const { flow } = payment;
      if (!lastInput) return;
      const isRefused = flow.step === "notPaid" && flow.reason === "failed";
      void pay({ ...lastInput, refused: isRefused ? flow.order.reference : undefined });
    },
    closeRefusal: () => setRefusal(null),
  };
}

export type EnrolmentPaymentControl = ReturnType<typeof useEnrolmentPayment>;
