/** The transactions begun at Paystack, each with its payment. Every function here rejects when the database fails. */
import type { PaystackCheckout } from "~/domain/payments/checkout.ts";
import type { Database } from "~/edge/database.ts";

/** Stores a checkout unless the payment has one, or its payer was forgotten. */
export async function saveCheckout(
  db: Database,
  reference: string,
  { accessCode, url }: PaystackCheckout,
): Promise<void> {
  await db
    .prepare(
      "UPDATE payments SET access_code = ?, checkout_url = ? WHERE reference = ? AND access_code IS NULL AND forgotten_at IS NULL",
    )
    .bind(accessCode, url, reference)
    .run();
}

/** Null where none was begun, or its answer was lost. */
export async function findCheckout(db: Database, reference: string): Promise<PaystackCheckout | null> {
  return db
    .prepare(
      `SELECT access_code AS accessCode, checkout_url AS url FROM payments
       WHERE reference = ? AND access_code IS NOT NULL`,
    )
    .bind(reference)
    .first<PaystackCheckout>();
}
