import type { Order } from "~/domain/enrolment/order.ts";
import { returnAddress } from "~/domain/enrolment/payment-return.ts";
import { newReference } from "~/domain/enrolment/reference.ts";
import { sha256 } from "~/domain/words/sha256.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { approvalPage } from "~/edge/payments/paypal/paypal-order.ts";
import { placeOrder } from "~/edge/payments/paypal/place-order.ts";
import { beginCheckout } from "~/edge/payments/paystack/begin-checkout.ts";
import { registerOrder } from "~/edge/payments/register-order.ts";
import { beginEnrolment } from "./begin-enrolment.ts";
import { orderRefusal } from "./cohort-refusal.ts";
import type { RegistrationRecord } from "./registration-record.ts";
import { findRegistration } from "./registration-store.ts";

/** Where a visitor goes on: to the provider's own page, or to the one that says how it ended. */
export type NextPage =
  | { readonly type: "go-on"; readonly address: string }
  /** Its cohort takes nobody any more, in words for the visitor. */
  | { readonly type: "refused"; readonly message: string }
  /** The day's limits of what is kept are reached, or the provider begins nothing under any of the references. */
  | { readonly type: "not-begun" };

/** A provider's transaction may be beyond taking up again: so often another one is begun. */
const MOST_TRIES = 3;

/**
 * Begins an enrolment and its first payment on the provider's own page. The same order asked for again on the same day, be it
 * by a second press, is the same payment: its reference is worked out from the order.
 * @param draft its own reference does not count
 * @param visitor as the rate limits know them
 * @param attribution as `attributionText` writes it
 * @throws ProviderError when the provider gives no answer; any error when the database fails
 */
export async function beginAtProvider(
  context: PaymentContext,
  providers: PaymentProviders,
  draft: Order,
  { visitor, site, attribution }: { visitor: string; site: string; attribution: string },
): Promise<NextPage> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    const order = { ...draft, reference: await referenceOf(draft, attempt, context.now) };
    const refusal = attempt === 1 ? await orderRefusal(context, order) : null;
    if (refusal) return { type: "refused", message: refusal };
    const registration = await registerOrder(context, order, visitor);
    if (!registration || registration === "not-kept" || registration.expectedMinor === null) break;
    // Who knows what was typed can work the reference out, and may have taken it for an order of their own.
    if (!isOf(registration, order)) continue;
    await beginEnrolment(context, registration, { idempotencyKey: null, attribution });
    const back = returnAddress(order.reference, site);
    if (registration.status !== "unpaid" || registration.flag !== null) return goOn(back.href);
    const asked = { ...registration, expectedMinor: registration.expectedMinor };
    const address = await checkoutPage(context, providers, asked, back);
    if (address) return goOn(address);
    const latest = await findRegistration(context.db, order.reference);
    if (latest && latest.status !== "unpaid") return goOn(back.href);
  }
  return { type: "not-begun" };
}

/** Whether what is kept under an order's reference is that order: everything that was typed, and what it buys. */
function isOf({ purpose, course, plan, currency, details }: RegistrationRecord, order: Order): boolean {
  return (
    purpose === order.purpose &&
    course.id === order.course.id &&
    (plan?.id ?? null) === (order.plan?.id ?? null) &&
    currency === order.charge.currency &&
    JSON.stringify(details?.learner) === JSON.stringify(order.learner)
  );
}

const goOn = (address: string): NextPage => ({ type: "go-on", address });

/** @returns null where what was begun cannot be gone on with */
async function checkoutPage(
  context: PaymentContext,
  { paystack, paypal }: PaymentProviders,
  asked: Parameters<typeof beginCheckout>[2],
  back: URL,
): Promise<string | null> {
  if (asked.provider === "paystack") {
    const begun = paystack && (await beginCheckout(context, paystack.client, asked, back));
    return begun?.url ?? null;
  }
  if (!paypal) return null;
  const charge = { currency: asked.currency, minor: asked.expectedMinor };
  const id = await placeOrder(context, paypal.client, asked, charge, back);
  // Whoever has agreed already comes to where the money is taken.
  return approvalPage(await paypal.client.getOrder(id)) ?? back.href;
}

async function referenceOf(order: Order, attempt: number, now: Date): Promise<string> {
  const { reference: _r, startedAt: _s, ...same } = order;
  const digest = await sha256(`form ${attempt} ${JSON.stringify(same)}`);
  return newReference(order.purpose, now, (bytes) => {
    for (const index of bytes.keys())
      bytes[index] = Number.parseInt(digest.slice(2 * index, 2 * index + 2), 16);
  });
}
