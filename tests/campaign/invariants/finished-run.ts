/** A finished run as seen from outside: the providers' books, the database and the mailboxes. */
import type { AccessFacts } from "~/domain/enrolment/access.ts";
import type { EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import { sumAccounts } from "~/edge/desk/payments/show-accounts.tsx";
import { goneFrom, HOLDS_MONEY } from "~/sandbox/providers/paypal-book.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import type { PaystackCharge } from "~/sandbox/providers/paystack-shapes.ts";
import { SHOP } from "../strangers.ts";
import type { World } from "../world.ts";

export type FinishedRun = World & Awaited<ReturnType<typeof readOutcome>>;
export type Payment = FinishedRun["payments"][number];
/** Rules, each with a function that returns a sentence for each place where a run breaks it. */
export type Rules = Readonly<Record<string, (run: FinishedRun) => Iterable<string>>>;

export async function finishRun(world: World): Promise<FinishedRun> {
  return Object.assign(world, await readOutcome(world));
}

async function readOutcome({ providers, database, mailboxes, messages, givenBack }: World) {
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

  /** Gathers the provider's, the edge's and the readers' facts about a payment. Amounts are kobo or cents. */
  function paymentOf(reference: string) {
    const isAboutIt = (fact: { readonly reference: string | null }) => fact.reference === reference;
    const row = rows.find(isAboutIt);
    const naira = paystack.charges.get(reference);
    const paypalOrders = orders.get(reference) ?? [];
    const taken = naira ? takenFrom(naira) : paypalOrders.filter(holdsMoney).map(takenBy);
    const returned = naira ? paystack.returnedOf(reference) : sum(paypalOrders.map(goneFrom));
    const disputes = naira
      ? paystack.disputes.filter(isAboutIt)
      : paypalOrders.flatMap((order) => order.disputes);
    const chargedMinor = sum(taken.map(({ minor }) => minor));
    const byStaff = sum(givenBack.filter(isAboutIt).map(({ minor }) => minor));
    const heldMinor = Math.max(0, chargedMinor - returned - byStaff);
    const requestedMinor = row?.expected_minor ?? 0;
    const isCovered = heldMinor >= (row?.expected_minor ?? Infinity);
    const statusWithMoney = isCovered ? "paid" : "short-paid";
    const statusWithoutMoney = chargedMinor > 0 ? "refunded" : "unpaid";
    return {
      reference,
      row,
      currency: naira ? ("NGN" as const) : ("USD" as const),
      orders: paypalOrders,
      /** The number of times that money was taken under the reference. */
      timesCharged: taken.length,
      /** The numbers of the enrolment's charges that it is for. */
      chargeNumbers: JSON.parse(row?.charges ?? "[]") as number[],
      /** The amount that the edge requested; 0 if unknown. */
      requestedMinor,
      /** Whether the requested amount was charged. */
      isFull: chargedMinor >= requestedMinor,
      chargedMinor,
      /** The first time that money was taken; `Infinity` if none was. */
      chargedAt: Math.min(...taken.map(({ at }) => at)),
      heldMinor,
      /** The start of each open dispute. */
      disputedAt: disputes.flatMap((dispute) => {
        if ("outcome" in dispute) return dispute.outcome === null ? [Date.parse(dispute.create_time)] : [];
        return dispute.status === "resolved" ? [] : [Date.parse(dispute.createdAt)];
      }),
      /** The status by the price that was requested, as mails and the table name it. */
      status: heldMinor > 0 ? statusWithMoney : statusWithoutMoney,
      messages: messages.filter(isAboutIt),
      mails: mails.filter(isAboutIt),
    };
  }

  const charged = await rowsOf<{ month: string; currency: string; minor: number }>(
    `SELECT strftime('%Y-%m', occurred_at, '+1 hour') AS month, currency, SUM(amount_minor) AS minor
     FROM payment_events WHERE kind = 'charged' GROUP BY month, currency`,
  );

  return {
    mails,
    payments: [...references].map(paymentOf),
    /** The references that the edge has stored. */
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
    /** The amount of each enrolment's charges in its currency, and what payments cover of it. */
    covered: await rowsOf<{ id: string; currency: string; owed: number; covered: number }>(
      `SELECT id, enrolments.currency, SUM(amount_minor) AS owed, SUM(paid_minor) AS covered FROM enrolments
       JOIN charges ON enrolment_id = id AND charges.currency = enrolments.currency GROUP BY id`,
    ),
    /** The facts that decide each learner's access, and the learner's address. */
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
    /** The days whose comparison with Paystack's books is finished, each with its payouts. */
    comparedDays: await rowsOf<{ day: string; payouts_minor: number }>(
      "SELECT day, payouts_minor FROM reconciliations WHERE provider = 'paystack' AND state = 'finished'",
    ),
    /** The refunds that staff requested. */
    refunds: await rowsOf<{ id: string; reference: string; state: string }>(
      "SELECT id, reference, state FROM refund_requests",
    ),
    /** The enrolments that paid with a voucher, each with the number of enrolments that may use the voucher. */
    voucherUses: await rowsOf<{ id: string; uses: number; isOverused: number; flags: string }>(
      `SELECT enrolments.id, uses, is_overused AS isOverused, flags FROM voucher_uses
       JOIN vouchers USING (code) JOIN enrolments ON id = enrolment_id WHERE confirmed_at IS NOT NULL`,
    ),
    /** The receipts and credit notes, each series in order. */
    papers: await rowsOf<PaperRow>("SELECT * FROM papers ORDER BY kind, year, number"),
    /** The amounts charged in each month in Lagos, and the accounts of it. */
    months: await Promise.all(
      charged.map(async (month) => ({ ...month, sums: await sumAccounts(database, month.month) })),
    ),
    /** Mails that are neither delivered nor discarded. */
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
  /** `null` if nothing was started or paid. */
  readonly enrolment_id: string | null;
  /** The numbers of its charges, as JSON. */
  readonly charges: string;
  readonly status: string;
  readonly flag: string | null;
  /** The state that staff must look at, and the one that they looked at last. */
  readonly flagged_state: string | null;
  readonly seen_state: string | null;
  readonly paid_minor: number;
  readonly expected_minor: number | null;
}

// Fees that the payer bears stay with Paystack.
const takenFrom = ({ paid_at, requested_amount }: PaystackCharge) =>
  paid_at ? [{ at: Date.parse(paid_at), minor: requested_amount }] : [];

/** Returns whether PayPal has taken money for an order, even if it was returned. */
export const holdsMoney = ({ capture }: StoredOrder) =>
  capture !== null && HOLDS_MONEY.includes(capture.status);

/** Returns the amount that PayPal took or holds back for an order, and the time. */
export const takenBy = ({ capture }: StoredOrder) => ({
  at: Date.parse(capture?.create_time ?? ""),
  minor: capture?.minor ?? 0,
});

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Returns whether money was taken under a reference. */
export const isCharged = ({ payments }: FinishedRun, reference: string | null) =>
  payments.some((payment) => payment.reference === reference && payment.timesCharged > 0);

/** Counts the readers of these mails. */
export const readersOf = (mails: readonly { readonly to: string }[]) =>
  new Set(mails.map(({ to }) => to)).size;
