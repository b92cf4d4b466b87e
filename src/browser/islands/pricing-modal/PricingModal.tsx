import { PROVIDER_NAMES, paymentMode } from "~/browser/payments/load-checkout.ts";
import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import { signupHref } from "~/domain/catalogue/links.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { hasEdge } from "~/domain/hosting.ts";
import { type DualPrice, formatExact } from "~/domain/money/money.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { TextField } from "../fields/TextField.tsx";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { RefundRules } from "../payment/ReceiptNotes.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { type Choice, type PlansOfCourse, usePricingModal } from "./usePricingModal.ts";

interface PricingModalProps {
  courses: readonly PlansOfCourse[];
  fee: DualPrice;
  addresses: MailAddresses;
  support: SupportContacts;
  refunds: readonly string[];
}

/** Pays a price card: the e-mail dialog for naira, PayPal's dialog for dollars, and the result of either. */
export const PricingModal = withBoundary(PayDialogs);

function PayDialogs({ courses, fee, addresses, support, refunds }: PricingModalProps) {
  const control = usePricingModal(courses, addresses);
  const { asked: choice } = control;
  const { flow } = control.payment;
  const order = flow.step === "editing" ? null : flow.order;

  return (
    <>
      <Dialog
        title={choice ? `Pay ${formatExact(choice.charge)}` : ""}
        isOpen={choice !== null}
        onClose={control.close}
      >
        {choice && (
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
              {choice.course.name}, {choice.plan.name}
            </p>
            <BeforePaying choice={choice} fee={fee} />
            {paymentMode(choice.charge.currency) === "missing" ? (
              <NotSetUp support={support} choice={choice} />
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
          Please don't pay twice. Check that payment first.{" "}
          <a className="link" href="/Signup">
            See what to do
          </a>
        </p>
      </Dialog>
      <PaymentDialogs
        payment={control.payment}
        support={support}
        offers={{ fee, courses }}
        advice={order?.plan && <BeforePaying choice={{ ...order, plan: order.plan }} fee={fee} />}
        refunds={refunds}
        onRetry={control.retry}
        another="Make another payment"
      />
    </>
  );
}

/** What a price card's payment leaves open, and the other ways to pay, before anything is charged. */
function BeforePaying({ choice, fee }: { choice: Choice; fee: DualPrice }) {
  const { course, plan, charge } = choice;
  return (
    <div className="grid gap-2">
      <p>
        Tuition only. The registration fee of {formatExact(fee[charge.currency])} and your details follow.{" "}
        <a className="link" href={signupHref(course.id, plan.id)}>
          Register and pay in one step
        </a>
        .
      </p>
      {hasEdge() && (
        <p>
          Already enrolled? Pay your next installment from{" "}
          <a className="link" href="/My-enrolment">
            My enrolment
          </a>
          .
        </p>
      )}
    </div>
  );
}

function NotSetUp({ support, choice }: { support: SupportContacts; choice: Choice }) {
  const { course, plan, charge } = choice;
  return (
    <div className="notice notice-bad">
      <p>
        We can't take {PROVIDER_NAMES[charge.currency]} payments online yet. Message us and we'll help you
        pay.
      </p>
      <SupportOptions
        support={support}
        problem="I want to pay, and online payment is not set up"
        course={course.name}
        plan={plan.name}
        amount={formatExact(charge)}
      />
    </div>
  );
}
