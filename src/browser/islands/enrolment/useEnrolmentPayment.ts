import { useRef, useState } from "react";
import { type EdgeAnswer, type PaymentRequest, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { saveStartedPayment } from "~/browser/enrolments/local-payments.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { describeNextAfter } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import type { StartedPayment } from "~/domain/payments/checkout.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { mayHaveCharged, type PaymentFlow } from "~/domain/payments/payment-flow.ts";
import { usePayment } from "../payment/usePayment.ts";

interface EnrolmentPaymentInput extends PaymentRequest {
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

/** The reason why a payment was not started, for a dialog. */
interface StartRefusal {
  readonly title: string;
  readonly message: string;
  /** Whether another attempt would be refused too. */
  readonly isFinal: boolean;
}

const FINAL_TITLES: Readonly<Record<string, string>> = {
  paid: "This has been paid already",
  pending: "A payment is being confirmed",
  withdrawn: "This enrolment has ended",
};

const OUTDATED: StartRefusal = {
  title: "This has been paid already",
  message: "It was paid on another device or by someone else. Nothing was charged now.",
  isFinal: true,
};

const NOT_SET_UP: StartRefusal = {
  title: "We can't take payments online yet",
  message: "Message us and we'll help you pay.",
  isFinal: false,
};

const UNREACHABLE: StartRefusal = {
  title: "The payment didn't start",
  message: "Nothing more was charged. Check your connection, then try again.",
  isFinal: false,
};

/** Returns why the edge has not started a payment. */
export function refusalIn(response: Exclude<EdgeAnswer<unknown>, { type: "answered" }>): StartRefusal {
  if (response.type === "unreachable") return UNREACHABLE;
  const { reason, message } = response;
  const finalTitle = FINAL_TITLES[reason ?? ""];
  return { title: finalTitle ?? UNREACHABLE.title, message, isFinal: finalTitle !== undefined };
}

/** Whether the edge has started a payment of exactly the charges that the page shows. */
export function isAsShown(started: Pick<StartedPayment, "charges">, charges: readonly number[]): boolean {
  return [...started.charges].sort().join() === [...charges].sort().join();
}

/** Returns the reference that the provider has refused finally, so that the next attempt needs another one. */
export function refusedReference(flow: PaymentFlow): string | undefined {
  return flow.step === "notPaid" && flow.reason === "failed" ? flow.order.reference : undefined;
}

/** Returns a sentence about what follows the payment of some charges. */
export function describeNext({ view, charges }: Pick<EnrolmentPaymentInput, "view" | "charges">): string {
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
  const [refusal, setRefusal] = useState<StartRefusal | null>(null);
  const [lastInput, setLastInput] = useState<EnrolmentPaymentInput | null>(null);

  function refuse(reason: StartRefusal): void {
    // The dialog of the last attempt has a button to try again.
    if (reason.isFinal) payment.dismiss();
    setRefusal(reason);
    onEnded({ reference: null, hasMoved: false });
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
    if (response.type !== "answered") return refuse(refusalIn(response));
    if (!isAsShown(response.body, charges)) return refuse(OUTDATED);
    const order = enrolmentOrder(view, response.body, new Date());
    if (view.kind === "learner") saveStartedPayment(order, view.id);
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
    retry: () => {
      if (lastInput) void pay({ ...lastInput, refused: refusedReference(payment.flow) });
    },
    closeRefusal: () => setRefusal(null),
  };
}

export type EnrolmentPaymentControl = ReturnType<typeof useEnrolmentPayment>;
