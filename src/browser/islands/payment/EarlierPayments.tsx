import { useRef } from "react";
import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { withBoundary } from "../support/IslandBoundary.tsx";
import type { Offers } from "./ReceiptNotes.tsx";
import { ResolvedPayment } from "./ResolvedPayment.tsx";
import { UnresolvedPayments } from "./UnresolvedPayments.tsx";
import { usePayment } from "./usePayment.ts";
import { useUnresolvedPayments } from "./useUnresolvedPayments.ts";

interface EarlierPaymentsProps {
  addresses: MailAddresses;
  support: SupportContacts;
  offers: Offers;
}

/** On a page of price cards: how tuition payments of an earlier visit ended. A registration's end is shown by its form. */
export const EarlierPayments = withBoundary(TuitionPayments);

function TuitionPayments({ addresses, support, offers }: EarlierPaymentsProps) {
  const notice = useRef<HTMLElement>(null);
  const payment = usePayment(addresses, () => undefined);
  const control = useUnresolvedPayments(payment, {
    onResolved: () => document.querySelector<HTMLElement>("main")?.focus(),
  });
  const entries = control.entries.filter(({ order }) => order.purpose === "tuition");
  if (entries.length === 0 && payment.flow.step === "editing") return null;
  const another = "Make another payment";
  return (
    <div className="wrap grid gap-6 py-6">
      <UnresolvedPayments
        control={{ ...control, entries }}
        support={support}
        offers={offers}
        another={another}
      />
      <ResolvedPayment
        ref={notice}
        payment={payment}
        support={support}
        offers={offers}
        onAnother={payment.startAnother}
        another={another}
      />
    </div>
  );
}
