import { useStore } from "@nanostores/react";
import type { ReactNode, RefObject } from "react";
import { PROVIDER_NAMES, paymentMode } from "~/browser/payments/load-checkout.ts";
import { $currency } from "~/browser/stores/currency.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { chargeLabels } from "~/domain/enrolment/charge.ts";
import type { PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { type Currency, formatExact, type Money } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { describeDue } from "~/domain/pricing/describe-due.ts";
import { TextField } from "../fields/TextField.tsx";
import { EnrolmentPaymentDialogs } from "../payment/EnrolmentPaymentDialogs.tsx";
import { RefundRules } from "../payment/RefundRules.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { type SponsorControl, useSponsor } from "./useSponsor.ts";

interface SponsorPaymentProps {
  support: SupportContacts;
  refunds: readonly string[];
}

/** Pays for a learner who sent a link. */
export const SponsorPayment = withBoundary(Sponsor);

function Sponsor(props: SponsorPaymentProps) {
  const sponsor = useSponsor();
  const { link, control } = sponsor;
  return (
    <div className="grid gap-6">
      {link.status === "open" ? (
        <Request sponsor={sponsor} view={link.view} {...props} />
      ) : (
        <NoRequest sponsor={sponsor} link={link} support={props.support} />
      )}
      <EnrolmentPaymentDialogs control={control} another="Close" {...props} />
    </div>
  );
}

interface RequestProps extends SponsorPaymentProps {
  sponsor: SponsorControl;
  view: PayerView;
}

/** Who asks, for what, and the amount. Only the learner's first name is shown. */
function Request({ sponsor, view, support, refunds }: RequestProps) {
  const { firstName, course, plan, charges } = view;
  const own = useStore($currency);
  const ways = waysToPay(view, own);
  const who = firstName || "The learner";
  const isOpen = !view.isWithdrawn && charges.length > 0;
  return (
    <section ref={sponsor.request} tabIndex={-1} className="card grid gap-5" aria-labelledby="request">
      <h2 id="request" className="text-h3">
        {isOpen ? `${who} asks you to pay for ${course.name}` : `${course.name}, for ${who}`}
      </h2>
      {isOpen && (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          <Fact term="Learner">{who}</Fact>
          <Fact term="Course">{course.name}</Fact>
          {plan && <Fact term="Payment plan">{plan.name}</Fact>}
          <Fact term="For">
            {chargeLabels(
              charges.map(({ number }) => number),
              view.chargeCount,
            )}
          </Fact>
          <Fact term="When">{dueText(charges)}</Fact>
          <Fact term="Amount">
            <strong className="font-display text-price">{amountText(view, ways)}</strong>
          </Fact>
        </dl>
      )}
      {view.isWithdrawn ? (
        <div className="notice notice-bad">
          <p className="notice-title">This enrolment has ended</p>
          <p>There's nothing to pay. Already paid? Ask our team.</p>
          <SupportOptions support={support} {...aboutLink("the enrolment has ended", course.name)} />
        </div>
      ) : charges.length === 0 ? (
        <div className="notice notice-good" role="status">
          <p className="notice-title">This has been paid</p>
          <p>
            Thank you. This link is fully paid. {who} can see it on My enrolment and will send you a new link
            for any later payment.
          </p>
        </div>
      ) : view.isPending || sponsor.isPaidHere ? (
        <div className="notice" role="status">
          <p className="notice-title">A payment is being confirmed</p>
          <p>Please don't pay again. Cards take minutes, bank transfers a few hours.</p>
          <p>
            <button type="button" className="btn btn-outline" onClick={sponsor.lookAgain}>
              Look again
            </button>
          </p>
        </div>
      ) : (
        <PayRequest sponsor={sponsor} view={view} ways={ways} support={support} />
      )}
      {isOpen && <RefundRules rules={refunds} />}
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function dueText(charges: PayerView["charges"]): string {
  const first = charges.find(({ due }) => due !== null);
  return describeDue(first?.due ?? null, { isOverdue: first?.state === "overdue" });
}

/** A currency in which it can be paid here, and the amount. */
interface Way {
  readonly currency: Currency;
  readonly left: Money;
}

/** The visitor's own currency first. */
function waysToPay({ currency, left, otherwise }: PayerView, own: Currency): Way[] {
  return [{ currency, left }, ...(otherwise ? [otherwise] : [])]
    .filter((way) => paymentMode(way.currency) !== "missing")
    .toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own));
}

/** "$1,209.00 or N495,000": of either, as the buttons have it. */
function amountText({ left }: PayerView, ways: readonly Way[]): string {
  return ways.map((way) => formatExact(way.left)).join(" or ") || formatExact(left);
}

interface PayRequestProps extends Omit<RequestProps, "refunds"> {
  ways: readonly Way[];
}

function PayRequest({ sponsor, view, ways, support }: PayRequestProps) {
  const { control, email, emailError, setEmail } = sponsor;
  const isCalling = control.isBeginning || isCheckoutOpen(control.payment.flow);
  if (ways.length === 0) {
    return (
      <div className="notice notice-bad">
        <p>
          We can't take {PROVIDER_NAMES[view.currency]} payments online yet. Message us and we'll help you
          pay.
        </p>
        <SupportOptions
          support={support}
          {...aboutLink("online payment is not set up", view.course.name, formatExact(view.left))}
        />
      </div>
    );
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        const asked = (submitter as HTMLButtonElement | null)?.value === "USD" ? "USD" : "NGN";
        if (isCalling || sponsor.pay(asked)) return;
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
        {ways.map(({ currency, left }, index) => (
          <button
            key={currency}
            type="submit"
            value={currency}
            className={`btn grow px-3 sm:grow-0 sm:px-5.5 ${index === 0 ? "btn-primary" : "btn-outline"}`}
            aria-disabled={isCalling || undefined}
          >
            Pay {formatExact(left)} with {PROVIDER_NAMES[currency]}
          </button>
        ))}
      </div>
      <p className="text-small text-muted" role="status">
        {isCalling ? "Opening the payment. Finish it there." : "The learner sees your payment at once."}
        {ways.some(({ currency }) => paymentMode(currency) === "test") && " Test mode: no money moves."}
      </p>
    </form>
  );
}

const TITLES = {
  unreadable: "This link cannot be read",
  unreachable: "There was no answer",
  refused: "This link cannot be opened",
} as const;

const TEXTS = {
  unreadable: "Part of it is missing. Ask the learner to send it again.",
  unreachable: "Nothing was charged. Check your connection, then try again.",
} as const;

interface NoRequestProps extends Pick<SponsorPaymentProps, "support"> {
  sponsor: SponsorControl;
  link: Exclude<SponsorControl["link"], { status: "open" }>;
}

/** There is nothing to pay: says why, and what to do. */
function NoRequest({ sponsor, link, support }: NoRequestProps) {
  const ref: RefObject<HTMLElement | null> = sponsor.request;
  if (link.status === "reading" || link.status === "none") {
    const isReading = link.status === "reading";
    // Both states take the same room, so that what is below does not move. Two paragraphs: as one it would be the page's largest
    // text, and that would come with the script.
    return (
      <section ref={ref} tabIndex={-1} className="card" aria-label={isReading ? "The link" : "No link yet"}>
        <p className="notice-title" role="status">
          {isReading ? "Opening the link." : "Paying for someone?"}
        </p>
        <div className={isReading ? "invisible mt-3 grid gap-2" : "mt-3 grid gap-2"}>
          <p>Open it to see who asks, for which course, and how much.</p>
          <p>Nothing is charged until you confirm.</p>
        </div>
      </section>
    );
  }
  const title = TITLES[link.status];
  return (
    <section ref={ref} tabIndex={-1} className="notice notice-bad" role="alert">
      <p className="notice-title">{title}</p>
      <p>{link.status === "refused" ? link.message : TEXTS[link.status]}</p>
      {(link.status === "unreachable" || (link.status === "refused" && link.isPassing)) && (
        <p>
          <button type="button" className="btn btn-outline" onClick={sponsor.lookAgain}>
            Try again
          </button>
        </p>
      )}
      <SupportOptions support={support} {...aboutLink(`the page says: ${title}`)} />
    </section>
  );
}

function aboutLink(why: string, course?: string, amount?: string) {
  return { problem: `I want to pay for a learner, and ${why}`, course, amount, page: "/Sponsor" };
}
