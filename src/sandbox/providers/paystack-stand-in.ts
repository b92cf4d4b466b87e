import type { Database } from "~/edge/database.ts";
import type { PaystackClient, PaystackPurchase } from "~/edge/payments/paystack/paystack-client.ts";
import { type ListedPage, ROWS_A_PAGE } from "~/edge/payments/paystack/paystack-listing.ts";
import type { PaystackTransaction } from "~/edge/payments/paystack/paystack-transaction.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { addPayment, findRequested, listPaid, type SandboxPayment } from "./sandbox-payments.ts";

const CODE_LENGTH = 15;
/** Paystack's numbers are long. */
const FIRST_NUMBER = 4_000_000_000;

const STATUSES = { pay: "success", decline: "failed" } as const;

/**
 * Paystack as the edge sees it, without Paystack: a reference is begun once, is "abandoned" until the payer chooses, and
 * then "success" or "failed". Nothing is ever given back, disputed or paid out. It rejects when the database fails.
 */
export function createPaystackStandIn(db: Database, now: () => Date): PaystackClient {
  return {
    isLive: false,
    initialize: async (purchase) => {
      const code = crypto.randomUUID().replaceAll("-", "").slice(0, CODE_LENGTH);
      const { reference } = purchase;
      const payment = { code, provider: "paystack", reference, requestId: reference, purchase } as const;
      const isNew = await addPayment(db, payment, { now: now() });
      return isNew ? { accessCode: code, url: checkoutAddress(code, purchase.callback_url) } : null;
    },
    verify: async (reference) => {
      const payment = await findRequested(db, "paystack", reference);
      return payment && transactionOf(payment);
    },
    listTransactions: async (status, period, page) => {
      if (status === "reversed") return nothing();
      const { rows, isLast } = await listPaid(db, "paystack", period, { page, size: ROWS_A_PAGE });
      return { rows: rows.map(transactionOf), isLast };
    },
    listRefunds: async () => nothing(),
    refundsOf: async () => [],
    listDisputes: async () => nothing(),
    listSettlements: async () => nothing(),
  };
}

/** A payment in Paystack's shape. */
export function transactionOf({ id, choice, paidAt, purchase }: SandboxPayment): PaystackTransaction {
  const { reference, amount, currency, email, metadata }: PaystackPurchase = JSON.parse(purchase);
  return {
    id: String(FIRST_NUMBER + id),
    status: choice === null ? "abandoned" : STATUSES[choice],
    reference,
    domain: "test",
    amount,
    currency,
    fees: paidAt === null ? null : feesOf(amount),
    paid_at: paidAt,
    metadata,
    customer: { email },
  };
}

/** Kobo: 1.5 % and N100, which is waived below N2,500; N2,000 at most. */
function feesOf(amount: number): number {
  return Math.min(Math.round(amount * 0.015) + (amount < 250_000 ? 0 : 10_000), 200_000);
}

function nothing<Row>(): ListedPage<Row> {
  return { rows: [], isLast: true };
}
