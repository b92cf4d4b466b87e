/** How a run ended, as it can be seen from outside: by the providers' books, the database, and the mailboxes. */

import { HOLDS_MONEY } from "~/sandbox/providers/paypal-book.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import type { PaystackBook } from "~/sandbox/providers/paystack-book.ts";
import type { World } from "../world.ts";
import { readMail } from "./mails.ts";

export type Ends = World & Awaited<ReturnType<typeof readEnds>>;
export type Payment = Ends["payments"][number];

/** A world that was played to its end, with what can be read then. */
export async function endsOf(world: World): Promise<Ends> {
  return Object.assign(world, await readEnds(world));
}

async function readEnds({ providers: { paystack, paypal }, database, mailboxes, words }: World) {
  const rowsOf = async <Row>(sql: string) => (await database.prepare(sql).all<Row>()).results;
  const rows = await rowsOf<PaymentRow>("SELECT * FROM payments");
  const orders = Map.groupBy(paypal.orders.values(), ({ request }) => request.purchase_units[0].invoice_id);
  const references = new Set([
    ...paystack.charges.keys(),
    ...orders.keys(),
    ...rows.map((row) => row.reference),
  ]);
  const mails = mailboxes.received.map(readMail);
  return {
    mails,
    /** Each reference, with what its provider has of it, what the edge has recorded, and what was said of it. */
    payments: [...references].map((reference) => {
      const isOwn = (each: { readonly reference: string | null }) => each.reference === reference;
      const row = rows.find(isOwn);
      const account = paystack.charges.has(reference)
        ? paystackAccount(paystack, reference)
        : paypalAccount(orders.get(reference) ?? []);
      const status = statusOf(account, row?.expected_minor);
      return { reference, row, ...account, status, words: words.filter(isOwn), mails: mails.filter(isOwn) };
    }),
    /** What is stored of each enrolment as paid: in its currency, of all its charges. */
    covered: await rowsOf<{ id: string; currency: string; asked: number; covered: number }>(
      `SELECT id, enrolments.currency, SUM(amount_minor) AS asked, SUM(paid_minor) AS covered FROM enrolments
       JOIN charges ON enrolment_id = id AND charges.currency = enrolments.currency GROUP BY id`,
    ),
    /** The days whose comparison with Paystack's books is done, with what it kept of each. */
    comparedDays: await rowsOf<{ day: string; payouts_minor: number }>(
      "SELECT day, payouts_minor FROM reconciliations WHERE provider = 'paystack' AND state = 'finished'",
    ),
    /** Mails that are neither delivered nor given up on purpose. */
    undelivered: await rowsOf("SELECT id FROM mails WHERE status IN ('queued', 'failed', 'kept')"),
  };
}

interface PaymentRow {
  readonly reference: string;
  /** null where nothing was started or paid. */
  readonly enrolment_id: string | null;
  /** The numbers of the charges that it is for, as JSON. */
  readonly charges: string;
  readonly customer_email: string;
  readonly status: string;
  readonly flag: string | null;
  readonly paid_minor: number;
  readonly expected_minor: number | null;
}

/** What a provider knows of a reference. Amounts are kobo or cents. */
type Account = ReturnType<typeof paypalAccount>;

function paystackAccount(book: PaystackBook, reference: string): Account {
  const { paid_at, amount } = book.find(reference) ?? { paid_at: null, amount: 0 };
  const disputes = book.disputes.filter((each) => each.reference === reference);
  return {
    currency: "NGN",
    charges: paid_at ? 1 : 0,
    chargedMinor: paid_at ? amount : 0,
    chargedAt: paid_at ? Date.parse(paid_at) : Infinity,
    heldMinor: paid_at ? amount - book.returnedOf(reference) : 0,
    hasOpenDispute: disputes.some(({ resolution }) => resolution === null),
    agreements: [],
    heldBack: [],
  };
}

function paypalAccount(orders: readonly StoredOrder[]) {
  const charged = orders.filter(({ capture }) => capture && HOLDS_MONEY.includes(capture.status));
  const chargedMinor = sum(charged.map(({ capture }) => capture?.minor ?? 0));
  const disputes = charged.flatMap((order) => order.disputes);
  const lost = disputes.filter(
    ({ outcome, isRefundReported }) => outcome === "RESOLVED_BUYER_FAVOUR" && !isRefundReported,
  );
  const returned = sum([...charged.flatMap(({ refunds }) => refunds), ...lost].map(({ minor }) => minor));
  return {
    currency: "USD" as "NGN" | "USD",
    /** How often money was taken under it. */
    charges: charged.length,
    chargedMinor,
    /** When money was taken first; Infinity where none was. */
    chargedAt: Math.min(...charged.map(takenAt)),
    heldMinor: Math.max(0, chargedMinor - returned),
    hasOpenDispute: disputes.some(({ outcome }) => outcome === null),
    /** Orders at PayPal that their payer agreed to; with when the money was taken, or held back: Infinity where it was not. */
    agreements: orders.flatMap((order) => {
      const isTaken = order.capture && ["PENDING", ...HOLDS_MONEY].includes(order.capture.status);
      const chargedAt = isTaken ? takenAt(order) : Infinity;
      return order.approvedAt ? [{ order, at: Date.parse(order.approvedAt), chargedAt }] : [];
    }),
    /** Money that PayPal held back and did not take in the end; without an end where it is still held back. */
    heldBack: orders.flatMap((order) => {
      const { status, update_time } = order.capture ?? {};
      if (status !== "PENDING" && status !== "DECLINED") return [];
      return [
        { from: takenAt(order), until: status === "PENDING" ? Infinity : Date.parse(update_time ?? "") },
      ];
    }),
  };
}

const takenAt = ({ capture }: StoredOrder) => Date.parse(capture?.create_time ?? "");

/** An account's state by the price that was asked; the same words as in mails and in the table. */
function statusOf({ heldMinor, chargedMinor }: Account, asked: number | null = null) {
  if (heldMinor > 0) return heldMinor >= (asked ?? Infinity) ? "paid" : "short-paid";
  return chargedMinor > 0 ? "refunded" : "unpaid";
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0);
}

/** Whether money was taken under a reference. */
export const isCharged = ({ payments }: Ends, reference: string | null) =>
  payments.some((payment) => payment.reference === reference && payment.charges > 0);

/** How many of staff received any of these mails. */
export const readersOf = (mails: readonly { readonly to: string }[]) =>
  new Set(mails.map(({ to }) => to)).size;
