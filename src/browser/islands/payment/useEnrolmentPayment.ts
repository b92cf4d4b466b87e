import { useRef, useState } from "react";
import { type AskedPayment, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { keepStarted } from "~/browser/enrolments/local-payments.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { describeNextAfter } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { usePayment } from "./usePayment.ts";

export interface EnrolmentPaymentInput extends AskedPayment {
  readonly access: EnrolmentAccess;
  readonly view: EnrolmentView | PayerView;
  /** The numbers of the charges that the page says it pays. Some may have been paid since it was loaded. */
  readonly charges: readonly number[];
}

export interface EndedPayment {
  /** null for one that was refused before it was started. */
  readonly reference: string | null;
  /** Money has moved, or may have. */
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

/** Payments of an enrolment: the edge starts each and notifies staff, or says why it refuses one. */
export function useEnrolmentPayment({ onEnded }: { onEnded(ended: EndedPayment): void }) {
  const hasMoved = useRef(false);
  const payment = usePayment(null, () => {
    hasMoved.current = true;
  });
  const [isStarting, setIsStarting] = useState(false);
  const [refusal, setRefusal] = useState<typeof UNREACHABLE | null>(null);
  const [last, setLast] = useState<EnrolmentPaymentInput | null>(null);

  function refuse(why: typeof UNREACHABLE): void {
    setRefusal(why);
    onEnded({ reference: null, hasMoved: false });
  }

  /** Nothing is left to try again. Otherwise the last try's dialog stays: it knows what was refused for good. */
  function callOff(why: typeof UNREACHABLE): void {
    payment.dismiss();
    refuse(why);
  }

  async function pay(input: EnrolmentPaymentInput): Promise<void> {
    if (isStarting) return;
    setLast(input);
    hasMoved.current = false;
    const { access, view, charges, ...request } = input;
    if (paymentMode(request.currency ?? view.currency) === "missing") return setRefusal(NOT_SET_UP);
    if (isPaymentBehind(payment.flow)) payment.startAnother();
    setIsStarting(true);
    const answer = await requestPayment(access, request);
    setIsStarting(false);
    if (answer.type === "unreachable") return refuse(UNREACHABLE);
    if (answer.type === "refused") {
      const { reason, message } = answer;
      const title = TITLES[reason ?? ""];
      if (title) return callOff({ title, message });
      return refuse({ title: UNREACHABLE.title, message });
    }
    const isAsShown = [...answer.body.charges].sort().join() === [...charges].sort().join();
    if (!isAsShown) return callOff(OUTDATED);
    const order = enrolmentOrder(view, answer.body, new Date());
    if (view.kind === "learner") keepStarted(order, view.id);
    await payment.pay(order, answer.body.checkout);
    onEnded({ reference: order.reference, hasMoved: hasMoved.current });
  }

  return {
    payment,
    isStarting,
    refusal,
    /** A sentence about what follows the last payment; empty before one. */
    next: last ? describeNext(last) : "",
    pay,
    /** The same once more, after it was not paid; under another reference where the provider refused it for good. */
    retry: () => {
      const { flow } = payment;
      if (!last) return;
      const isRefused = flow.step === "notPaid" && flow.reason === "failed";
      void pay({ ...last, refused: isRefused ? flow.order.reference : undefined });
    },
    closeRefusal: () => setRefusal(null),
  };
}

export type EnrolmentPaymentControl = ReturnType<typeof useEnrolmentPayment>;
