/** The providers' own books, read at the end of a run: the truth of every reference. */
import { HOLDS_MONEY } from "~/sandbox/providers/paypal-book.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import type { PaystackBook } from "~/sandbox/providers/paystack-book.ts";
import type { Providers } from "./providers.ts";

/** What a provider knows of a reference. Amounts are kobo or cents. */
export interface Account {
  readonly reference: string;
  readonly currency: "NGN" | "USD";
  /** How often money was taken under it. */
  readonly charges: number;
  readonly chargedMinor: number;
  /** When money was taken first; null where none was. */
  readonly chargedAt: number | null;
  readonly heldMinor: number;
  readonly hasOpenDispute: boolean;
  /** Orders at PayPal that their payer agreed to. */
  readonly agreements: readonly Agreement[];
  /** Money that PayPal held back and did not take in the end; without an end where it is still held back. */
  readonly heldBack: readonly { readonly from: number; until: number }[];
}

export interface Agreement {
  readonly order: StoredOrder;
  readonly at: number;
  /** When the money was taken, or held back; null where it was not. */
  readonly chargedAt: number | null;
}

export function accountsIn({ paystack, paypal }: Pick<Providers, "paystack" | "paypal">): Account[] {
  const byReference = Map.groupBy(
    paypal.orders.values(),
    ({ request }) => request.purchase_units[0].invoice_id,
  );
  return [
    ...[...paystack.charges.keys()].map((reference) => paystackAccount(paystack, reference)),
    ...[...byReference].map(([reference, orders]) => paypalAccount(reference, orders)),
  ];
}

function paystackAccount(book: PaystackBook, reference: string): Account {
  const charge = book.find(reference);
  const chargedMinor = charge?.paid_at ? charge.amount : 0;
  return {
    reference,
    currency: "NGN",
    charges: chargedMinor > 0 ? 1 : 0,
    chargedMinor,
    chargedAt: charge?.paid_at ? Date.parse(charge.paid_at) : null,
    heldMinor: chargedMinor - book.returnedOf(reference),
    hasOpenDispute: book.disputes.some((each) => each.reference === reference && each.resolution === null),
    agreements: [],
    heldBack: [],
  };
}

function paypalAccount(reference: string, orders: readonly StoredOrder[]): Account {
  const charged = orders.filter(({ capture }) => capture && HOLDS_MONEY.includes(capture.status));
  const chargedMinor = sum(charged.map(({ capture }) => capture?.minor ?? 0));
  const refunds = charged.flatMap((order) => order.refunds);
  const disputes = charged.flatMap((order) => order.disputes);
  const lost = disputes.filter(
    ({ outcome, isRefundReported }) => outcome === "RESOLVED_BUYER_FAVOUR" && !isRefundReported,
  );
  const returned = sum([...refunds, ...lost].map(({ minor }) => minor));
  const takenAt = charged.map(({ capture }) => Date.parse(capture?.create_time ?? ""));
  return {
    reference,
    currency: "USD",
    charges: charged.length,
    chargedMinor,
    chargedAt: charged.length === 0 ? null : Math.min(...takenAt),
    heldMinor: Math.max(0, chargedMinor - returned),
    hasOpenDispute: disputes.some(({ outcome }) => outcome === null),
    agreements: orders.flatMap((order) => {
      const { approvedAt, capture } = order;
      if (!approvedAt) return [];
      const isCharged = capture && (capture.status === "PENDING" || HOLDS_MONEY.includes(capture.status));
      const chargedAt = isCharged ? Date.parse(capture.create_time) : null;
      return [{ order, at: Date.parse(approvedAt), chargedAt }];
    }),
    heldBack: orders.flatMap(({ capture }) => {
      if (capture?.status !== "PENDING" && capture?.status !== "DECLINED") return [];
      const until = capture.status === "PENDING" ? Infinity : Date.parse(capture.update_time);
      return [{ from: Date.parse(capture.create_time), until }];
    }),
  };
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0);
}
