import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { formatExact } from "~/domain/money/money.ts";
import { PROVIDER_NAMES, paymentMode } from "~/payments/load-checkout.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { TextField } from "../form-fields/TextField.tsx";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { RefundRules } from "../payment/RefundRules.tsx";
import type { MailAddresses } from "../payment/usePayment.ts";
import { IslandBoundary } from "../support/IslandBoundary.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { type Choice, type PayableCourse, usePricingModal } from "./usePricingModal.ts";

interface PricingModalProps {
  courses: readonly PayableCourse[];
  addresses: MailAddresses;
  support: SupportContacts;
  /** The refund rules in three lines. */
  refunds: readonly string[];
}

/** Pays a price card: the e-mail dialog for naira, PayPal's dialog for dollars, and what comes of either. */
export function PricingModal(props: PricingModalProps) {
  return (
    <IslandBoundary support={props.support}>
      <PayDialogs {...props} />
    </IslandBoundary>
  );
}

function PayDialogs({ courses, addresses, support, refunds }: PricingModalProps) {
  const control = usePricingModal(courses, addresses);
  const { asked } = control;

  return (
    <>
      <Dialog
        title={asked ? `Pay ${formatExact(asked.charge)}` : ""}
        isOpen={asked !== null}
        onClose={control.close}
      >
        {asked && (
          <form
            className="grid gap-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (control.payNow()) return;
              event.currentTarget.querySelector<HTMLElement>("[name=email]")?.focus();
            }}
          >
            <p className="text-muted">
              {asked.courseTitle}, {asked.planName}. The registration fee is not included in tuition.
            </p>
            {paymentMode(asked.charge.currency) === "missing" ? (
              <NotSetUp support={support} choice={asked} />
            ) : (
              <>
                <TextField
                  label="Please Input Your Email"
                  name="email"
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  placeholder="Please Input Your Email"
                  maxLength={254}
                  value={control.email}
                  onChange={control.setEmail}
                  error={control.emailError}
                />
                <button type="submit" className="btn btn-primary">
                  Pay Now
                </button>
                <RefundRules rules={refunds} />
              </>
            )}
          </form>
        )}
      </Dialog>
      <Dialog title="You have an earlier payment" isOpen={control.isHeld} onClose={control.closeHeld}>
        <p>
          Please do not pay twice. First look at that payment, then pay here.{" "}
          <a className="link" href="/Signup">
            See what to do
          </a>
        </p>
      </Dialog>
      <PaymentDialogs
        payment={control.payment}
        support={support}
        refunds={refunds}
        onRetry={control.retry}
        another="Make another payment"
      />
    </>
  );
}

function NotSetUp({ support, choice }: { support: SupportContacts; choice: Choice }) {
  const { courseTitle: course, planName: plan, charge } = choice;
  const problem = "I want to pay, and online payment is not set up";
  return (
    <div className="notice notice-bad">
      <p>
        Online payment with {PROVIDER_NAMES[charge.currency]} is not set up yet. Please get in touch and we
        help you pay.
      </p>
      <SupportOptions
        support={support}
        message={supportMessage({ problem, course, plan, amount: formatExact(charge) })}
      />
    </div>
  );
}
