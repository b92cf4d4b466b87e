import { useStore } from "@nanostores/react";
import { $currency } from "~/browser/stores/currency.ts";
import type { PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { formatExact } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { EnrolmentPaymentDialogs } from "../enrolment/EnrolmentPaymentDialogs.tsx";
import { chosenCurrency, Facts, PayButtons, PendingPayment } from "../enrolment/enrolment-parts.tsx";
import { TextField, useEmailField } from "../fields/fields.tsx";
import { useOutcome } from "../payment/PaymentOutcome.tsx";
import { PaymentMissing, RefundRules } from "../payment/ReceiptNotes.tsx";
import { Button } from "../support/controls.tsx";
import { SupportOptions, withBoundary } from "../support/IslandBoundary.tsx";
import { useKeptFocus } from "../support/useKeptFocus.ts";
import {
  describeRequest,
  requestHeldBackBy,
  type SponsorLink,
  type SponsorRequest,
} from "./sponsor-state.ts";
import { type SponsorControl, useSponsor } from "./useSponsor.ts";

export const SponsorPayment = withBoundary(() => {
  const sponsor = useSponsor();
  const { link, control, section } = sponsor;
  const focusHandlers = useKeptFocus(() => section.current);
  return (
    <div className="grid gap-6" {...focusHandlers}>
      {link.status === "open" ? (
        <OpenRequest sponsor={sponsor} view={link.view} />
      ) : (
        <NoRequest sponsor={sponsor} link={link} />
      )}
      <EnrolmentPaymentDialogs control={control} another="Close" />
    </div>
  );
});

interface RequestProps {
  sponsor: SponsorControl;
  view: PayerView;
}

/** The request: the learner's first name, the course and the amount. No other detail of the learner is shown. */
function OpenRequest({ sponsor, view }: RequestProps) {
  const { course, plan, isWithdrawn, charges } = view;
  const request = describeRequest(view, useStore($currency));
  const { learner } = request;
  const outcome = useOutcome(sponsor.control.payment);
  const heldBack = requestHeldBackBy(view, outcome?.status ?? null);
  const isOpen = !isWithdrawn && charges.length > 0;
  return (
    <section ref={sponsor.section} tabIndex={-1} className="card grid gap-5" aria-labelledby="request">
      <h2 id="request" className="text-h3">
        {isOpen ? `${learner} asks you to pay for ${course.name}` : `${course.name}, for ${learner}`}
      </h2>
      {isOpen && (
        <>
          <Facts
            layout="rows"
            facts={{
              Learner: learner,
              Course: course.name,
              "Payment plan": plan?.name,
              For: request.charges,
              When: request.due,
              Voucher: request.voucher,
              Amount: <strong className="font-display text-price">{request.amount}</strong>,
            }}
          />
          {heldBack ? (
            <PendingPayment status={heldBack} onLookAgain={sponsor.lookAgain} />
          ) : (
            <PayRequest sponsor={sponsor} view={view} request={request} />
          )}
          <RefundRules />
        </>
      )}
      {isWithdrawn && (
        <div className="notice notice-bad">
          <p className="notice-title">This enrolment has ended</p>
          <p>There's nothing to pay. Already paid? Ask our team.</p>
          <SupportOptions {...supportContext("the enrolment has ended", course.name)} />
        </div>
      )}
      {!isWithdrawn && !isOpen && (
        <div className="notice notice-good" role="status">
          <p className="notice-title">This has been paid</p>
          <p>{`Thank you. This link is fully paid, and ${learner} can see it on My enrolment.`}</p>
        </div>
      )}
    </section>
  );
}

interface NoRequestProps {
  sponsor: SponsorControl;
  link: Exclude<SponsorLink, { status: "open" }>;
}

function NoRequest({ sponsor, link }: NoRequestProps) {
  if (link.status !== "failed") {
    const isReading = link.status === "reading";
    // The texts of both states take the same room, so that nothing below moves. They are two paragraphs, because a
    // single one would be the page's largest text, which must not wait for a script.
    return (
      <section
        ref={sponsor.section}
        tabIndex={-1}
        className="card"
        aria-label={isReading ? "The link" : "No link yet"}
      >
        <p className="notice-title" role="status">
          {isReading ? "Opening the link." : "Paying for someone?"}
        </p>
        <div className={isReading ? "invisible mt-3 grid gap-2" : "mt-3 grid gap-2"}>
          <p>Open the learner's payment link to see who's asking, for which course, and how much.</p>
          <p>Nothing is charged until you confirm.</p>
        </div>
      </section>
    );
  }
  return (
    <section ref={sponsor.section} tabIndex={-1} className="notice notice-bad" role="alert">
      <p className="notice-title">{link.title}</p>
      <p>{link.message}</p>
      {link.mayOpenLater && (
        <p>
          <Button onClick={sponsor.lookAgain}>Try again</Button>
        </p>
      )}
      <SupportOptions {...supportContext(`the page says: ${link.title}`)} />
    </section>
  );
}

/** The form that pays the request, in either currency if both are possible. */
function PayRequest({ sponsor, view, request }: RequestProps & { request: SponsorRequest }) {
  const { control, pay } = sponsor;
  const { field, read } = useEmailField(null);
  const isBusy = control.isStarting || isCheckoutOpen(control.payment.flow);
  const status = isBusy ? "Opening the payment. Finish it there." : "The learner sees your payment at once.";
  if (request.ways.length === 0) {
    const context = supportContext("online payment is not set up", view.course.name, formatExact(view.left));
    return <PaymentMissing currency={view.currency} {...context} />;
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        sponsor.setTyped((typed) => ({ ...typed, [name]: value }));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const email = isBusy ? null : read(event.currentTarget);
        if (email === null) return;
        pay(chosenCurrency(event), { payerName: sponsor.typed.name, payerEmail: email || undefined });
      }}
    >
      <TextField
        name="name"
        label="Your name, for the receipt (optional)"
        autoComplete="name"
        maxLength={40}
        defaultValue={sponsor.typed.name}
      />
      <TextField
        {...field}
        label="Your email address, for a receipt (optional)"
        defaultValue={sponsor.typed.email}
      />
      {request.note && <p>{request.note}</p>}
      <div className="flex flex-wrap gap-3">
        <PayButtons ways={request.ways} isBusy={isBusy} />
      </div>
      <p className="text-small text-muted" role="status">
        {`${status}${request.isTest ? " Test mode: no money moves." : ""}`}
      </p>
    </form>
  );
}

function supportContext(reason: string, course?: string, amount?: string) {
  return { problem: `I want to pay for a learner, and ${reason}`, course, amount, page: "/Sponsor" };
}
