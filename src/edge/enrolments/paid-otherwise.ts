import type { Database } from "~/edge/database.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { paymentsOf } from "./enrolment-payments.ts";
import { findEnrolment } from "./enrolment-store.ts";
import { isPending, shownCurrency, standingIn } from "./enrolment-views.ts";

/**
 * Whether other payments of the same enrolment have paid for a charge that this one was begun for, or are held back and may:
 * one was begun in another tab, currency or number of charges. Its money is better not taken than given back.
 * @throws when the database fails
 */
export async function isPaidOtherwise(
  { db, now }: { readonly db: Database; readonly now: Date },
  reference: string,
): Promise<boolean> {
  const id = (await findPayment(db, reference))?.enrolmentId;
  const enrolment = id ? await findEnrolment(db, id) : null;
  if (!enrolment) return false;
  const payments = await paymentsOf(db, enrolment.id);
  const own = payments.find((each) => each.reference === reference)?.charges ?? [];
  const others = payments.filter((each) => each.reference !== reference);
  const held = others.filter((each) => each.charges.some((number) => own.includes(number)));
  const { charges } = standingIn(enrolment, others, shownCurrency(enrolment, others), now);
  return isPending(held) || charges.some(({ number, state }) => own.includes(number) && state === "paid");
}
