/** How a run ended, as it can be seen from outside. */
import { type Account, accountsIn } from "../books.ts";
import type { World } from "../world.ts";

export type Ends = World & Awaited<ReturnType<typeof readEnds>>;

/** A world that was played to its end, with what is in the providers' books and in the database. */
export async function endsOf(world: World): Promise<Ends> {
  return Object.assign(world, await readEnds(world));
}

async function readEnds({ providers, database }: World) {
  const rows = async <Row>(sql: string) => (await database.prepare(sql).all<Row>()).results;
  return {
    accounts: accountsIn(providers),
    payments: await rows<PaymentRow>("SELECT * FROM payments"),
    /** What is stored of each enrolment as paid: in its currency, of all its charges. */
    covered: await rows<{ id: string; currency: string; asked: number; covered: number }>(
      `SELECT id, enrolments.currency, SUM(amount_minor) AS asked, SUM(paid_minor) AS covered FROM enrolments
       JOIN charges ON enrolment_id = id AND charges.currency = enrolments.currency GROUP BY id`,
    ),
    /** The days whose comparison with Paystack's books is done, with what it kept of each. */
    comparedDays: await rows<{ day: string; payouts_minor: number }>(
      "SELECT day, payouts_minor FROM reconciliations WHERE provider = 'paystack' AND state = 'finished'",
    ),
    /** Mails that are neither delivered nor given up on purpose. */
    undelivered: await rows("SELECT id FROM mails WHERE status IN ('queued', 'failed', 'kept')"),
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

/** What the provider's books have of a reference. */
export const accountOf = ({ accounts }: Ends, reference: string | null) =>
  accounts.find((account) => account.reference === reference);

/** Whether money was taken under a reference. */
export const isCharged = (ends: Ends, reference: string | null) =>
  (accountOf(ends, reference)?.charges ?? 0) > 0;

/** What the edge has recorded of a reference. */
export const rowOf = ({ payments }: Ends, reference: string) =>
  payments.find((row) => row.reference === reference);

/** An account's state by the price that was asked; the same words as in mails and in the table. */
export function statusOf(
  { reference, heldMinor, chargedMinor }: Account,
  ends: Ends,
): "paid" | "short-paid" | "refunded" | "unpaid" {
  const asked = rowOf(ends, reference)?.expected_minor ?? Infinity;
  if (heldMinor > 0) return heldMinor >= asked ? "paid" : "short-paid";
  return chargedMinor > 0 ? "refunded" : "unpaid";
}
