import { type ComponentProps, type ReactNode, useState } from "react";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatExact } from "~/domain/money/money.ts";
import { type Order, orderContext } from "~/domain/payments/order.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import { isMoneyIn, STATUS_WORDS, type VisibleStatus } from "~/domain/payments/visible-status.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { NewTabLink } from "../support/controls.tsx";
import { useChatLink, useIslandFacts } from "../support/IslandBoundary.tsx";

interface PaymentSlipProps {
  order: Order;
  payer?: Payer | null;
  status: VisibleStatus;
  /** A text in place of the status's own words. */
  note?: string;
  /** "2026-000123". It is missing until the edge has confirmed the payment. */
  receiptNumber?: string;
  children?: ReactNode;
}

/** Shows the reference of a payment, for the visitor to copy, print or send. */
export function PaymentSlip({
  order,
  payer,
  status,
  note = STATUS_WORDS[status].slip,
  receiptNumber,
  children,
}: PaymentSlipProps) {
  const { support } = useIslandFacts();
  const [isCopied, setIsCopied] = useState(false);
  const chat = useChatLink({ problem: `this is about my payment (${note})`, ...orderContext(order) });
  const name = payer?.name || (!order.isSponsored && (fullName(order.learner) || order.learner.email));

  return (
    <div className="slip grid gap-3">
      <p className="slip-academy">
        <strong>{support.legal[0]}</strong>
        <span className="block">{support.legal.slice(1).join(", ")}</span>
        <span translate="no">{support.email}</span>
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        <Fact
          term="Reference"
          className="font-mono font-bold break-all select-all"
          translate="no"
          value={order.reference}
        />
        <Fact term="Receipt" className="font-mono" translate="no" value={receiptNumber} />
        <Fact term="Amount" className="font-bold" value={formatExact(order.charge)} />
        <Fact term="For" value={purchaseName(order.course.name, order.plan?.name)} />
        <Fact term={isMoneyIn(status) ? "Paid by" : "Learner"} value={name} />
        <Fact term="Status" value={note} />
      </dl>
      {children}
      <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-1">
        <button
          type="button"
          className="link min-h-11 cursor-pointer"
          onClick={async () => setIsCopied(await copyText(order.reference))}
        >
          Copy reference
        </button>
        <button type="button" className="link min-h-11 cursor-pointer" onClick={() => print()}>
          Print
        </button>
        <NewTabLink className="link inline-flex min-h-11 items-center" href={chat}>
          Send by WhatsApp
        </NewTabLink>
        <span role="status">{isCopied ? "Copied" : ""}</span>
      </div>
    </div>
  );
}

interface FactProps extends ComponentProps<"dd"> {
  term: string;
  value: string | false | undefined;
}

function Fact({ term, value, ...description }: FactProps) {
  if (!value) return null;
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd {...description}>{value}</dd>
    </>
  );
}

/** Copies a text. @returns false if the browser does not allow it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
