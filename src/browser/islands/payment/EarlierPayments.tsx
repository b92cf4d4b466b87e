import type { MailAddresses } from "~/browser/payments/payment-effects.ts";
import { type IslandFacts, withBoundary } from "../support/IslandBoundary.tsx";
import { PaymentDialogs } from "./PaymentDialogs.tsx";
import { PaymentNotices } from "./PaymentNotices.tsx";
import { usePayment } from "./usePayment.ts";
import { useUnresolvedPayments } from "./useUnresolvedPayments.ts";

/** The outcomes of an earlier visit's tuition payments, on Pricing. Signup shows those of registrations. */
export const EarlierPayments = withBoundary(({ addresses }: IslandFacts & { addresses: MailAddresses }) => {
  const payment = usePayment(addresses, () => undefined);
  const unresolved = useUnresolvedPayments(payment, {
    onResolved: () => document.querySelector<HTMLElement>("main")?.focus(),
  });
  const entries = unresolved.entries.filter(({ order }) => order.purpose === "tuition");
  if (entries.length === 0 && payment.flow.step === "editing") return null;
  return (
    <div className="wrap grid gap-6 py-6">
      <PaymentNotices
        payment={payment}
        unresolved={{ ...unresolved, entries }}
        onAnother={payment.startAnother}
        another="Make another payment"
      />
      <PaymentDialogs payment={payment} onRetry={payment.pay} another="Make another payment" />
    </div>
  );
});
