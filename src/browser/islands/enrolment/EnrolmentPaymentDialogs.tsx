import { Dialog } from "../dialog/Dialog.tsx";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { SupportOptions } from "../support/IslandBoundary.tsx";
import type { EnrolmentPaymentControl } from "./useEnrolmentPayment.ts";

interface EnrolmentPaymentDialogsProps {
  control: EnrolmentPaymentControl;
  /** The label of the button that starts another payment. */
  another: string;
}

/** The dialogs of an enrolment's payment, and the one that says why a payment was not started. */
export function EnrolmentPaymentDialogs({ control, another }: EnrolmentPaymentDialogsProps) {
  const { payment, refusal, retry, closeRefusal, next } = control;
  return (
    <>
      <Dialog
        title={refusal?.title ?? ""}
        isOpen={refusal !== null}
        onClose={closeRefusal}
        returnTo={payment.opener}
      >
        {refusal && (
          <div className="grid gap-4">
            <p>{refusal.message}</p>
            <SupportOptions
              problem={`I want to pay, and the page says: ${refusal.title}`}
              page={document.title}
            />
          </div>
        )}
      </Dialog>
      <PaymentDialogs payment={payment} onRetry={retry} another={another} next={next} />
    </>
  );
}
