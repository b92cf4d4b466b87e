import type { OrderDetail } from "~/domain/enrolment/order.ts";
import type { HistoryEvent, HistoryKind } from "~/domain/enrolment/payment-history.ts";
import type { Money } from "~/domain/money/money.ts";

/** Who takes the money: Paystack naira, PayPal dollars. */
export type Provider = "paystack" | "paypal";

export const PROVIDER_NAMES: Record<Provider, string> = { paystack: "Paystack", paypal: "PayPal" };

/** Who said it: the visitor's browser, a webhook, an answer to a question of ours, or the answer to a capture. */
export type ReportSource = "browser" | "webhook" | "verification" | "capture";

/** One thing that was said about a payment, in the same words whoever said it. */
export interface PaymentReport extends HistoryEvent {
  readonly provider: Provider;
  /** Ours. */
  readonly reference: string;
  /** The same for the same thing, however often and by whomever it is said: "charged:4099260516". */
  readonly eventId: string;
  readonly source: ReportSource;
  /** ISO 8601, UTC: when it happened, as the provider says. */
  readonly occurredAt: string;
}

interface OwnReportFacts extends Pick<PaymentReport, "provider" | "reference" | "source"> {
  /** Whose event it is: our reference, or the provider's order id. */
  readonly about: string;
  readonly amount?: Money;
  readonly now: Date;
}

/** What this side says of a payment itself: that it was ordered, say. It happens now. */
export function ownReport(
  kind: HistoryKind,
  { provider, reference, source, about, amount, now }: OwnReportFacts,
): PaymentReport {
  return {
    provider,
    reference,
    eventId: `${kind}:${about}`,
    kind,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    source,
    occurredAt: now.toISOString(),
  };
}

/** Who registers, and what for, as far as a payment's own record tells it. */
export interface Enrolment {
  readonly customer: { readonly email: string; readonly name: string; readonly phone: string };
  readonly details: readonly OrderDetail[];
}
