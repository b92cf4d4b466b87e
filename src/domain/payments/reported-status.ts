import type { Money } from "~/domain/money/money.ts";

/** A payment's status, as the edge reports it to a page: what it knows, or what the provider answered just now. */
export type ReportedStatus =
  /** No money has moved; what is left unfinished at the provider can still be paid. */
  | { readonly status: "unpaid" }
  /** The payer has done their part, and the provider has not reported the outcome: nothing more may be charged. */
  | { readonly status: "pending" }
  /** Money came. `payment.id` is the provider's own number of the charge. */
  | {
      readonly status: "paid" | "refunded";
      readonly payment: { readonly id: string };
      /** The learner has the receipt by email. */
      readonly isReceiptSent?: boolean;
    }
  /** Less than the price came: what the academy holds, null where that is in another currency. */
  | {
      readonly status: "short-paid";
      readonly payment: { readonly id: string };
      readonly paid: Money | null;
    };
