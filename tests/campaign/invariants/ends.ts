/** The end of a run as seen from outside: in the providers' books, the database and the mailboxes. */
import type { AccessFacts } from "~/domain/enrolment/access.ts";
import type { EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import { sumAccounts } from "~/edge/desk/payments/show-accounts.tsx";
import { goneFrom, HOLDS_MONEY } from "~/sandbox/providers/paypal-book.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import type { PaystackCharge } from "~/sandbox/providers/paystack-book.ts";
import { SHOP } from "../strangers.ts";
import type { World } from "../world.ts";
import { AGREED_SUMS, type AgreedSum } from "./vouchers.ts";

export type Ends = World & Awaited<ReturnType<typeof readEnds>>;
export type Payment = Ends["payments"][number];
/** The rules of a run. Each finds the places that break it and returns a sentence for each. */
export type Invariants = Readonly<Record<string, (ends: Ends) => Iterable<string>>>;

/** A world that was played to its end, with what can be read then. */
export async function endsOf(world: World): Promise<Ends> {
  return Object.assign(world, await readEnds(world));
}

async function readEnds({ providers, database, mailboxes, words, givenBack }: World) {
  const { paystack, paypal } = providers;
  const rowsOf = async <Row>(sql: string) => (await database.prepare(sql).all<Row>()).results;
  const rows = await rowsOf<PaymentRow>("SELECT * FROM payments");
  const orders = Map.groupBy(paypal.orders.values(), ({ request }) => request.purchase_units[0].invoice_id);
  const references = new Set(
    [...paystack.charges.keys(), ...orders.keys(), ...rows.map((row) => row.reference)].filter(
      (reference) => !reference.startsWith(SHOP),
    ),
  );
  const mails = mailboxes.received;

  /**
   * Gathers what the provider has, the edge has recorded and people were told. Amounts are kobo or cents.
   */
  function paymentOf(reference: string) {
    const isOwn = (each: { readonly reference: string | null }) => each.reference === reference;
    const row = rows.find(isOwn);
    const naira = paystack.charges.get(reference);
    const paypalOrders = orders.get(reference) ?? [];
    const taken = naira ? takenFrom(naira) : paypalOrders.filter(holdsMoney).map(takenBy);
    const returned = naira ? paystack.returnedOf(reference) : sum(paypalOrders.map(goneFrom));
    const disputes = naira
      ? paystack.disputes.filter(isOwn)
      : paypalOrders.flatMap((order) => order.disputes);
    const chargedMinor = sum(taken.map(({ minor }) => minor));
    const byStaff = sum(givenBack.filter(isOwn).map(({ minor }) => minor));
    const heldMinor = Math.max(0, chargedMinor - returned - byStaff);
    const isCovered = heldMinor >= (row?.expected_minor ?? Infinity);
    const whereHeld = isCovered ? "paid" : "short-paid";
    const whereNot = chargedMinor > 0 ? "refunded" : "unpaid";
    return {
      reference,
      row,
      currency: naira ? ("NGN" as const) : ("USD" as const),
      orders: paypalOrders,
      /** The number of times that money was taken under the reference. */
      charges: taken.length,
      chargedMinor,
      /** The first time that money was taken; Infinity where none was. */
      chargedAt: Math.min(...taken.map(({ at }) => at)),
      heldMinor,
      /** The start of each dispute that goes on. */
      disputedAt: disputes.flatMap((dispute) => {
        if ("outcome" in dispute) return dispute.outcome === null ? [Date.parse(dispute.create_time)] : [];
        return dispute.status === "resolved" ? [] : [Date.parse(dispute.createdAt)];
      }),
      /** The status by the price that was asked, in the words of mails and of the table. */
      status: heldMinor > 0 ? whereHeld : whereNot,
      words: words.filter(isOwn),
      mails: mails.filter(isOwn),
    };
  }

  const charged = await rowsOf<{ month: string; currency: string; minor: number }>(
    `SELECT strftime('%Y-%m', occurred_at, '+1 hour') AS month, currency, SUM(amount_minor) AS minor
     FROM payment_events WHERE kind = 'charged' GROUP BY month, currency`,
  );

  return {
    mails,
    payments: [...references].map(paymentOf),
    /** The references about which something is stored. */
    recorded: (
      await rowsOf<{ reference: string }>(
        "SELECT reference FROM payments UNION SELECT reference FROM payment_events",
      )
    ).map(({ reference }) => reference),
    /** The enrolments that the desk shows, by id. */
    enrolments: new Map(
      (
        await rowsOf<{ id: string; flags: string; seen_flags: string }>(
          "SELECT id, flags, seen_flags FROM enrolments",
        )
      ).map((row) => [row.id, row]),
    ),
    /** The stored payments of each enrolment, for all its charges, in its currency. */
    covered: await rowsOf<{ id: string; currency: string; owed: number; covered: number }>(
      `SELECT id, enrolments.currency, SUM(amount_minor) AS owed, SUM(paid_minor) AS covered FROM enrolments
       JOIN charges ON enrolment_id = id AND charges.currency = enrolments.currency GROUP BY id`,
    ),
    /** The facts that decide each enrolment's access, and its learner's address. */
    learners: (
      await rowsOf<{ id: string; email: string; state: EnrolmentState; charges: string }>(
        `SELECT id, learner ->> 'email' AS email, state, json_group_array(
           json_object('number', number, 'due', due_on, 'status', iif(is_paid, 'paid', 'open'))) AS charges
         FROM enrolments
         JOIN charges ON enrolment_id = id AND charges.currency = coalesce(enrolments.currency, 'NGN')
         WHERE enrolments.currency IS NOT NULL OR state <> 'active' GROUP BY id`,
      )
    ).map(({ charges, ...row }): AccessFacts & { id: string; email: string } => ({
      ...row,
      charges: JSON.parse(charges),
      isAccessEnded: false,
    })),
    /** The days whose comparison with Paystack's books is done, with what it kept of each. */
    comparedDays: await rowsOf<{ day: string; payouts_minor: number }>(
      "SELECT day, payouts_minor FROM reconciliations WHERE provider = 'paystack' AND state = 'finished'",
    ),
    /** The refunds that staff asked for. */
    refunds: await rowsOf<{ id: string; reference: string; state: string }>(
      "SELECT id, reference, state FROM refund_requests",
    ),
    agreedSums: await rowsOf<AgreedSum>(AGREED_SUMS),
    /** The receipts and credit notes, each series in the order of its numbers. */
    papers: await rowsOf<PaperRow>("SELECT * FROM papers ORDER BY kind, year, number"),
    /** The charges recorded in each month in Lagos, and what the accounts say of them. */
    months: await Promise.all(
      charged.map(async (month) => ({ ...month, sums: await sumAccounts(database, month.month) })),
    ),
    /** Mails that are neither delivered nor given up on purpose. */
    undelivered: await rowsOf("SELECT id FROM mails WHERE status IN ('queued', 'failed', 'kept')"),
  };
}

interface PaperRow {
  readonly kind: "receipt" | "credit-note";
  readonly year: number;
  readonly number: number;
  readonly reference: string;
  readonly currency: string;
  readonly amount_minor: number;
}

interface PaymentRow {
  readonly is_sponsored: number;
  readonly reference: string;
  /** null where nothing was started or paid. */
  readonly enrolment_id: string | null;
  /** The numbers of the charges that it is for, as JSON. */
  readonly charges: string;
  readonly status: string;
  readonly flag: string | null;
  /** The flag that staff are to look at, and the one they have looked at. */
  readonly flagged_state: string | null;
  readonly seen_state: string | null;
  readonly paid_minor: number;
  readonly expected_minor: number | null;
}

/** Fees that the payer bears are Paystack's. */
const takenFrom = ({ paid_at, requested_amount }: PaystackCharge) =>
  paid_at ? [{ at: Date.parse(paid_at), minor: requested_amount }] : [];

/** Returns whether PayPal has taken money for an order, even where it has gone back. */
export const holdsMoney = ({ capture }: StoredOrder) =>
  capture !== null && HOLDS_MONEY.includes(capture.status);

/** Returns the amount that PayPal took or holds back for an order, and when. */
export const takenBy = ({ capture }: StoredOrder) => ({
  at: Date.parse(capture?.create_time ?? ""),
  minor: capture?.minor ?? 0,
});

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0);
}

/** Returns whether money was taken under a reference. */
export const isCharged = ({ payments }: Ends, reference: string | null) =>
  payments.some((payment) => payment.reference === reference && payment.charges > 0);

/** Returns how many of staff received any of these mails. */
export const readersOf = (mails: readonly { readonly to: string }[]) =>
  new Set(mails.map(({ to }) => to)).size;
