import { Dialog } from "../dialog/Dialog.tsx";
import { SupportOptions } from "../support/IslandBoundary.tsx";
import { PaymentDialogs } from "./PaymentDialogs.tsx";
import type { EnrolmentPaymentControl } from "./useEnrolmentPayment.ts";

/** Each step of an enrolment's payment, and why one was not started. */
export function EnrolmentPaymentDialogs(props: { control: EnrolmentPaymentControl; another: string }) {
  const { payment, refusal, retry, closeRefusal } = props.control;
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
      <PaymentDialogs payment={payment} onRetry={retry} another={props.another} />
    </>
  );
}
