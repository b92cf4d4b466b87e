import { type ReactNode, useState } from "react";
import { type SupportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatExact } from "~/domain/money/money.ts";
import { type Order, orderContext } from "~/domain/payments/order.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";

interface PaymentSlipProps {
  order: Order;
  /** Who paid, where the provider says it. */
  payer?: Payer | null;
  support: SupportContacts;
  /** What the academy knows of the payment, in a few words. */
  status: string;
  /** Further facts on the slip, on paper as well. */
  children?: ReactNode;
}

/** What the visitor keeps of a payment: the reference to copy, print or send. */
export function PaymentSlip({ order, payer, support, status, children }: PaymentSlipProps) {
  const [isCopied, setIsCopied] = useState(false);
  const amount = formatExact(order.charge);
  const paidBy = payer?.name || (!order.isSponsored && (fullName(order.learner) || order.learner.email));
  const problem = `this is about my payment (${status})`;
  const message = supportMessage({ problem, ...orderContext(order) });

  async function copy() {
    try {
      await navigator.clipboard.writeText(order.reference);
      setIsCopied(true);
    } catch {
      // Not allowed here: the reference can be selected by hand.
      setIsCopied(false);
    }
  }

  return (
    <div className="slip grid gap-3">
      <p className="slip-academy">
        <strong>{support.academy}</strong>
        <br />
        {support.email}
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">Reference</dt>
        <dd className="font-mono font-bold break-all select-all">{order.reference}</dd>
        <dt className="text-muted">Amount</dt>
        <dd className="font-bold">{amount}</dd>
        <dt className="text-muted">For</dt>
        <dd>{[order.course.name, order.plan?.name].filter(Boolean).join(", ")}</dd>
        {paidBy && (
          <>
            <dt className="text-muted">Paid by</dt>
            <dd>{paidBy}</dd>
          </>
        )}
        <dt className="text-muted">Status</dt>
        <dd>{status}</dd>
      </dl>
      {children}
      <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-1">
        <button type="button" className="link min-h-11 cursor-pointer" onClick={copy}>
          Copy reference
        </button>
        <button type="button" className="link min-h-11 cursor-pointer" onClick={() => print()}>
          Print
        </button>
        <a
          className="link inline-flex min-h-11 items-center"
          href={whatsappLink(support.whatsappNumber, message)}
          target="_blank"
          rel="noopener"
        >
          Send by WhatsApp
        </a>
        <span role="status">{isCopied ? "Copied" : ""}</span>
      </div>
    </div>
  );
}
