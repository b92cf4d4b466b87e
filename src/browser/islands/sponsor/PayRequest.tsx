import { PROVIDER_NAMES } from "~/browser/payments/load-checkout.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { formatExact } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { chosenCurrency, PayButtons } from "../enrolment/PayButtons.tsx";
import { TextField } from "../fields/TextField.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import type { SponsorRequest } from "./sponsor-state.ts";
import type { SponsorControl } from "./useSponsor.ts";

interface PayRequestProps {
  sponsor: SponsorControl;
  view: PayerView;
  request: SponsorRequest;
  support: SupportContacts;
}

/** The form that pays what is asked, in either currency where either will do. */
export function PayRequest({ sponsor, view, request, support }: PayRequestProps) {
  const { control, email, emailError, setEmail } = sponsor;
  const isBusy = control.isBeginning || isCheckoutOpen(control.payment.flow);
  if (request.ways.length === 0) {
    const why = aboutLink("online payment is not set up", view.course.name, formatExact(view.left));
    return (
      <div className="notice notice-bad">
        <p>
          We can't take {PROVIDER_NAMES[view.currency]} payments online yet. Message us and we'll help you
          pay.
        </p>
        <SupportOptions support={support} {...why} />
      </div>
    );
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || sponsor.pay(chosenCurrency(event))) return;
        event.currentTarget.querySelector<HTMLElement>("[name=email]")?.focus();
      }}
    >
      <TextField
        label="Your email address, for a receipt (optional)"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={emailError}
      />
      <div className="flex flex-wrap gap-3">
        <PayButtons ways={request.ways} isBusy={isBusy} />
      </div>
      <p className="text-small text-muted" role="status">
        {isBusy ? "Opening the payment. Finish it there." : "The learner sees your payment at once."}
        {request.isTest && " Test mode: no money moves."}
      </p>
    </form>
  );
}

/** Why a payer writes to the academy. */
export function aboutLink(why: string, course?: string, amount?: string) {
  return { problem: `I want to pay for a learner, and ${why}`, course, amount, page: "/Sponsor" };
}
