import { useEffect, useRef } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { amountPayable } from "~/domain/enrolment/amount-payable.ts";
import { formatExact } from "~/domain/money/money.ts";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { RefundRules } from "../payment/RefundRules.tsx";
import { ResolvedPayment } from "../payment/ResolvedPayment.tsx";
import { UnresolvedPayments } from "../payment/UnresolvedPayments.tsx";
import { DualAmount } from "../price/DualAmount.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { AmountBar } from "./AmountBar.tsx";
import { AskedPayer } from "./AskedPayer.tsx";
import { ConsentFields, type ConsentWords } from "./ConsentFields.tsx";
import { FormRefused } from "./FormRefused.tsx";
import { type FormOptions, RegistrationFields } from "./RegistrationFields.tsx";
import { RestOfPlan } from "./RestOfPlan.tsx";
import { type SignupFormInput, useSignupForm } from "./useSignupForm.ts";
import "./signup-form.css";

interface SignupFormProps extends SignupFormInput {
  options: FormOptions;
  /** What the visitor gets for the registration. */
  benefits: readonly string[];
  words: ConsentWords;
  refunds: readonly string[];
  support: SupportContacts;
}

export const SignupForm = withBoundary(Signup, "Register");

function Signup({ options, benefits, words, refunds, support, ...input }: SignupFormProps) {
  const control = useSignupForm(input);
  const { course, plan, payment, asked, isFrozen } = control;
  const notice = useRef<HTMLElement>(null);
  const amounts = (currency: "NGN" | "USD") => amountPayable(input.fee, course, plan, currency);

  // Register is gone once something was paid: whoever closes the dialog goes on at the notice of the payment.
  useEffect(() => {
    if (!payment.isDialogOpen) notice.current?.focus();
  }, [payment.isDialogOpen]);

  return (
    <div className="wrap section">
      {/* One text: a second one would start elsewhere on the line once the display face has come. */}
      <h1 className="max-w-3xl text-h2">{`Register for ${course?.name ?? "our Cloud Programs"}`}</h1>
      <div className="signup-grid mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[1.6fr_1fr]">
        <aside className="grid gap-5 lg:sticky lg:top-36 lg:order-2" aria-label="Registration fee">
          <div className="card on-deep">
            <p className="text-on-deep-muted">Registration fee</p>
            <p className="mt-1 font-display text-price font-bold">
              <DualAmount of={(currency) => formatExact(input.fee[currency])} />
            </p>
            <p className="mt-2 text-small text-on-deep-muted">Non-refundable, and not included in tuition.</p>
          </div>
          <div>
            <h2 className="text-h3">What registering gets you</h2>
            <ul className="mt-3 grid gap-2">
              {benefits.map((benefit) => (
                <li key={benefit} className="check-item">
                  {benefit}
                </li>
              ))}
            </ul>
          </div>
        </aside>
        <div className="grid gap-6">
          <UnresolvedPayments control={control.unresolved} support={support} offers={input} />
          <ResolvedPayment
            ref={notice}
            payment={payment}
            support={support}
            offers={input}
            onAnother={control.startAnother}
          />
          {asked.link && <AskedPayer link={asked.link} onAnother={control.startAnother} />}
          <form
            ref={control.form}
            className="card grid gap-5"
            tabIndex={-1}
            noValidate
            aria-labelledby="signup-form-title"
            onSubmit={(event) => {
              event.preventDefault();
              control.register();
            }}
          >
            <h2 id="signup-form-title" className="text-h3">
              Fill in details before payment
            </h2>
            <p className="-mt-3 text-muted">Every field is needed, except Cohort and State.</p>
            {control.hasStashed && (
              <p className="notice" role="status">
                These are the details of the earlier registration. What you had typed for somebody else is
                kept, and comes back once this one is paid.
              </p>
            )}
            <fieldset className="grid gap-5" disabled={isFrozen}>
              <legend className="sr-only">Your details</legend>
              <RegistrationFields control={control} courses={input.courses} options={options} />
              <ConsentFields control={control} words={words} />
            </fieldset>
            <FormRefused errors={control.errors} course={course?.name} support={support} />
            {control.canAskPayer && (
              <p>
                Does somebody else pay for you? Press <strong>Ask somebody else to pay</strong> for a link to
                send them; for later payments, My enrolment makes one.
              </p>
            )}
            <RefundRules rules={refunds} />
            <AmountBar control={control} amounts={amounts} support={support} />
            <RestOfPlan control={control} />
          </form>
        </div>
      </div>
      <PaymentDialogs
        payment={payment}
        support={support}
        offers={input}
        refunds={refunds}
        onRetry={control.register}
      />
    </div>
  );
}
