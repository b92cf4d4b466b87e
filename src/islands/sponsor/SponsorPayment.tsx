import { type RefObject, useEffect, useRef } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { amountPayable } from "~/domain/enrolment/amount-payable.ts";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/enrolment/payment-flow.ts";
import { type DualPrice, formatExact } from "~/domain/money/money.ts";
import { paymentMode } from "~/payments/load-checkout.ts";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { RefundRules } from "../payment/RefundRules.tsx";
import { SettledPayment } from "../payment/SettledPayment.tsx";
import { UnsettledPayments } from "../payment/UnsettledPayments.tsx";
import { IslandBoundary } from "../support/IslandBoundary.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { type SponsorControl, type SponsorInput, useSponsor } from "./useSponsor.ts";

interface SponsorPaymentProps extends SponsorInput {
  support: SupportContacts;
  /** The refund rules in three lines. */
  refunds: readonly string[];
}

/** Pays for a learner who sent a link. */
export function SponsorPayment(props: SponsorPaymentProps) {
  return (
    <IslandBoundary support={props.support}>
      <Sponsor {...props} />
    </IslandBoundary>
  );
}

function Sponsor({ support, refunds, ...input }: SponsorPaymentProps) {
  const control = useSponsor(input);
  const { link, payment } = control;
  const settled = useRef<HTMLElement>(null);

  // The button that paid is gone: whoever closes the dialog goes on where the payment is told of.
  useEffect(() => {
    if (!payment.isTold) settled.current?.focus();
  }, [payment.isTold]);

  return (
    <div className="grid gap-6">
      <UnsettledPayments control={control.unsettled} support={support} />
      <SettledPayment
        ref={settled}
        payment={payment}
        support={support}
        onAnother={() => location.assign("/Signup")}
      />
      {link.status === "open" ? (
        !isPaymentBehind(payment.flow) && (
          <Request control={control} link={link} fee={input.fee} support={support} refunds={refunds} />
        )
      ) : (
        <NoRequest ref={control.request} status={link.status} support={support} />
      )}
      <PaymentDialogs payment={payment} support={support} refunds={refunds} onRetry={control.pay} />
    </div>
  );
}

interface RequestProps extends Pick<SponsorPaymentProps, "support" | "refunds"> {
  control: SponsorControl;
  link: Extract<SponsorControl["link"], { status: "open" }>;
  fee: DualPrice;
}

/** Who asks, for what, and what it comes to. Of the learner it tells the first name alone. */
function Request({ control, link, fee, support, refunds }: RequestProps) {
  const { registration, course } = link;
  const firstName = registration.firstname.trim();
  const amount = amountPayable(fee, course.price, "USD");
  const isTuitionOpen = amount.course.minor === 0;
  const isCalling = isCheckoutOpen(control.payment.flow);
  return (
    <section ref={control.request} tabIndex={-1} className="card grid gap-5" aria-labelledby="request">
      <h2 id="request" className="text-h3">
        {firstName} asks you to pay for {course.name}
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">Learner</dt>
        <dd>{firstName}</dd>
        <dt className="text-muted">Course</dt>
        <dd>{course.name}</dd>
        <dt className="text-muted">Plan</dt>
        <dd>
          {isTuitionOpen
            ? "The registration fee now; tuition is announced before class starts"
            : `Paid at once: ${formatExact(amount.fee)} registration fee + ${formatExact(amount.course)} course`}
        </dd>
        <dt className="text-muted">Amount</dt>
        <dd className="font-display text-h3 font-bold">{formatExact(amount.total)}</dd>
      </dl>
      {link.isPaid && (
        <p className="notice notice-bad">
          A payment was made with this link from this browser before. Please do not pay twice: pay again only
          if the academy asks you to.
        </p>
      )}
      {paymentMode("USD") === "missing" ? (
        <div className="notice notice-bad">
          <p>Online payment with PayPal is not set up yet. Please get in touch and we help you pay.</p>
          <SupportOptions
            support={support}
            message={supportMessage({
              problem: "I want to pay for a learner, and online payment is not set up",
              course: course.name,
              amount: formatExact(amount.total),
            })}
          />
        </div>
      ) : control.unsettled.entries.length > 0 ? (
        <p className="font-semibold">First look at the earlier payment above.</p>
      ) : (
        <>
          <button
            type="button"
            className="btn btn-primary justify-self-start"
            aria-disabled={isCalling || undefined}
            onClick={() => !isCalling && control.pay()}
          >
            Pay {formatExact(amount.total)} with PayPal
          </button>
          <p className="text-small text-muted" role="status">
            {isCalling
              ? "Opening PayPal. Please finish the payment there."
              : `The academy writes to ${firstName} when the payment has arrived.`}
            {paymentMode("USD") === "test" && " Test mode: no money moves."}
          </p>
        </>
      )}
      <RefundRules rules={refunds} />
    </section>
  );
}

const REFUSALS = {
  expired: {
    title: "This link is too old",
    text: "Links can be paid for 30 days, since prices and dates change. Ask the learner to make a new one.",
  },
  unreadable: {
    title: "This link cannot be read",
    text: "A part of it is missing. Ask the learner to send it again, and copy all of it.",
  },
  "unknown-course": {
    title: "This course is no longer offered",
    text: "Ask the learner to choose another course and make a new link.",
  },
} as const;

interface NoRequestProps {
  ref: RefObject<HTMLElement | null>;
  status: Exclude<SponsorControl["link"]["status"], "open">;
  support: SupportContacts;
}

/** There is nothing to pay: says why, and what to do. */
function NoRequest({ ref, status, support }: NoRequestProps) {
  if (status === "reading" || status === "none") {
    const isReading = status === "reading";
    // Both states take the same room: what stands below does not move.
    return (
      <section ref={ref} tabIndex={-1} className="card" aria-label={isReading ? "The link" : "No link yet"}>
        <p className="notice-title" role="status">
          {isReading ? "Opening the link." : "Did a learner send you a link?"}
        </p>
        <p className={isReading ? "invisible mt-3" : "mt-3"}>
          Open that link: this page then shows who asks, for which course, and how much it is. You have not
          paid anything by being here.
        </p>
      </section>
    );
  }
  const { title, text } = REFUSALS[status];
  return (
    <section ref={ref} tabIndex={-1} className="notice notice-bad" role="alert">
      <p className="notice-title">{title}</p>
      <p>{text}</p>
      <SupportOptions
        support={support}
        message={supportMessage({
          problem: `I want to pay for a learner, and the page says: ${title}`,
          page: "/Sponsor",
        })}
      />
    </section>
  );
}
