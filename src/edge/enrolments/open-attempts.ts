import type { AppContext } from "~/edge/app-context.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { askStanding } from "~/edge/payments/payment-standing.ts";
import type { EnrolmentPayment } from "./enrolment-payments.ts";

/** How long after a payment was begun, or taken up again, it may be paid on a page that was left. */
const MAY_BE_PAID_MS = 24 * 60 * 60_000;
/** Each of them is asked about before another begins: so many can be begun, and no more. */
export const MOST_OPEN_ATTEMPTS = 20;

/** The payments begun of late for one of these charges, in whatever currency, whose outcome is not known. */
export function openAttempts(
  payments: readonly EnrolmentPayment[],
  { pays, now }: { readonly pays: readonly number[]; readonly now: Date },
): EnrolmentPayment[] {
  return payments.filter(({ status, charges, createdAt, orderedAt }) => {
    const isFresh = now.getTime() - Date.parse(orderedAt ?? createdAt) < MAY_BE_PAID_MS;
    return status === "unpaid" && isFresh && charges.some((number) => pays.includes(number));
  });
}

/**
 * Asks the providers how payments ended that were begun and left: a payer whose tab was lost after paying must not pay again,
 * neither the same nor a part of it.
 * @param visitor as the rate limits know them
 * @returns "settled" where money came of one: what is owed has changed
 * @throws ProviderError when a provider gives no answer; any error when the database fails
 */
export async function askAttempts(
  context: AppContext,
  providers: PaymentProviders,
  attempts: readonly EnrolmentPayment[],
  visitor: string,
): Promise<"unpaid" | "pending" | "settled"> {
  const standings = await Promise.all(
    attempts.map(({ reference }) => askStanding(context, providers, reference, visitor)),
  );
  const statuses = standings.map((standing) => standing?.status ?? "unpaid");
  if (statuses.includes("pending")) return "pending";
  return statuses.every((status) => status === "unpaid") ? "unpaid" : "settled";
}
