import type { Money } from "~/domain/money/money.ts";
import type { HistoryEvent, HistoryKind } from "~/domain/payments/payment-history.ts";
import type { Channel } from "./provider.ts";

/** Who reported it: the visitor's browser, a webhook, the answer to a verification, the answer to a capture, or staff. */
export type ReportSource = "browser" | "webhook" | "verification" | "capture" | "desk";

/** One report about a payment, in the same shape for every source. */
export interface PaymentReport extends HistoryEvent {
  readonly provider: Channel;
  /** Ours. */
  readonly reference: string;
  readonly source: ReportSource;
  /** ISO 8601, UTC: when it happened, by the provider's record. */
  readonly occurredAt: string;
}

interface OwnReportFacts extends Pick<PaymentReport, "provider" | "reference" | "source"> {
  /** Whose event it is: our reference, or the provider's order id. */
  readonly about: string;
  readonly amount?: Money;
  readonly now: Date;
}

/** A report by the edge itself, such as that an order was made. It happens now. */
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
