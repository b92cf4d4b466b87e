import { z } from "astro/zod";
import { choiceOf } from "~/domain/enrolment/charge.ts";
import { keyDigest, newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { addingKey, endingKeys } from "../enrolment-keys.ts";
import { paymentsOf } from "../enrolment-payments.ts";
import { shownCurrency, statusIn } from "../enrolment-views.ts";
import type { Opened } from "./enrolment-access.ts";

export const payerLinkRequest = z.strictObject(
  {
    count: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(20, "must be at most 20")
      .default(1),
  },
  "must be an object",
);

/**
 * Makes a payer's link for the next charges; it replaces the one made before.
 *
 * 201 `{ key, charges, amount }` · 409 nothing is left to pay.
 * @throws when the database fails
 */
export async function handlePayerLink(
  context: AppContext,
  { enrolment }: Opened,
  { count }: z.infer<typeof payerLinkRequest>,
): Promise<Response> {
  const { db, now } = context;
  const { id } = enrolment;
  const payments = await paymentsOf(db, id);
  const currency = shownCurrency(enrolment, payments);
  const requestedCharges = choiceOf(statusIn(enrolment, payments, currency, now).charges, count);
  if (!requestedCharges || enrolment.withdrawnOn) {
    return jsonResponse(409, { message: "There is nothing left to pay." });
  }
  const key = newKey();
  const { charges, amount } = requestedCharges;
  await db.batch([
    endingKeys(db, id, "payer"),
    addingKey(db, { id, digest: await keyDigest(key), kind: "payer", charges }, now),
  ]);
  return jsonResponse(201, { key, charges, amount });
}
