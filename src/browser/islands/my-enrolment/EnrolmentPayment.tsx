import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent } from "react";
import {
  $endedPayment,
  $paymentRequest,
  type EnrolmentPaymentRequest,
} from "~/browser/enrolments/enrolment-payment.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { EnrolmentPaymentDialogs } from "../payment/EnrolmentPaymentDialogs.tsx";
import { useEnrolmentPayment } from "../payment/useEnrolmentPayment.ts";
import { withBoundary } from "../support/IslandBoundary.tsx";

interface EnrolmentPaymentProps {
  support: SupportContacts;
  refunds: readonly string[];
}

/** The pay dialogs of My enrolment, whose script asks for them. */
export const EnrolmentPayment = withBoundary(PayDialogs);

function PayDialogs(props: EnrolmentPaymentProps) {
  const request = useStore($paymentRequest);
  const control = useEnrolmentPayment({
    onBegun: () => $paymentRequest.set(null),
    onEnded: (ended) => {
      // The button that paid may be gone by the time the dialog closes.
      const { opener } = control.payment;
      opener.current = document.querySelector<HTMLElement>("[data-after-payment]") ?? opener.current;
      $endedPayment.set(ended);
    },
  });

  const answer = useEffectEvent((asked: EnrolmentPaymentRequest) => {
    if (isCheckoutOpen(control.payment.flow)) $paymentRequest.set(null);
    else void control.pay(asked);
  });

  useEffect(() => {
    if (request) answer(request);
  }, [request]);

  return <EnrolmentPaymentDialogs control={control} another="Back to my enrolment" {...props} />;
}
