import { Dialog } from "../dialog/Dialog.tsx";
import { SupportOptions } from "../support/IslandBoundary.tsx";
import { PaymentDialogs } from "./PaymentDialogs.tsx";
import type { EnrolmentPaymentControl } from "./useEnrolmentPayment.ts";

interface EnrolmentPaymentDialogsProps {
  control: EnrolmentPaymentControl;
  another: string;
}

export function EnrolmentPaymentDialogs({ control, another }: EnrolmentPaymentDialogsProps) {
  const { payment, refusal, retry, closeRefusal } = control;
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
              page={location.pathname}
            />
          </div>
        )}
      </Dialog>
      <PaymentDialogs payment={payment} onRetry={retry} another={another} />
    </>
  );
}
