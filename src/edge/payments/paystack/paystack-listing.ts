import { z } from "astro/zod";
import { kobo } from "./paystack-transaction.ts";

/** How many rows Paystack lists in one answer. */
export const ROWS_A_PAGE = 100;

/** A page of one of Paystack's lists, newest first. */
export interface ListedPage<Row> {
  /** Those that have the row's shape; any other is left out. */
  readonly rows: Row[];
  readonly isLast: boolean;
}

/** A refund as Paystack lists it. It names neither our reference nor the number that its webhook bears. */
export const listedRefund = z.object({
  /** Paystack's number of the charge. */
  transaction: z.union([z.int(), z.string()]).transform(String),
  amount: kobo,
  currency: z.string(),
  /** "processed" once the money has gone back. */
  status: z.string(),
});

/** A payout to the academy's bank account. */
export const listedSettlement = z.object({
  /** Paystack's number of it. */
  id: z.union([z.int(), z.string()]).transform(String),
  status: z.string(),
  currency: z.string(),
  /** What the bank account gets. */
  total_amount: kobo,
  settlement_date: z.string(),
});

export type ListedRefund = z.infer<typeof listedRefund>;
export type ListedSettlement = z.infer<typeof listedSettlement>;
