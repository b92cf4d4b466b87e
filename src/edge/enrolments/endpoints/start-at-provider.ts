import { returnAddress } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { requestedKey, startEnrolment } from "~/edge/enrolments/start-enrolment.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { startPayment } from "~/edge/payments/start-payment.ts";
import { FORM_ATTEMPTS, type FormKey, formReference } from "./form-key.ts";
import { type RefusedOrder, takeOrder } from "./take-order.ts";

export type NextPage =
  | { readonly type: "go-on"; readonly address: string }
  | RefusedOrder
  /** The day's storage limits are reached, or the provider starts nothing under any of the references. */
  | { readonly type: "not-started" };

export interface FormSender {
  readonly key: FormKey;
  /** The reference that the page's script has named; null without script. */
  readonly reference: string | null;
  /** As the rate limits know them. */
  readonly visitor: string;
  readonly request: Request;
  readonly pages: SitePages;
  /** As `attributionText` writes it. */
  readonly attribution: string;
}

/** The same order sent again by the same browser, e.g. by a second press, is the same payment. @throws ProviderError */
export async function startAtProvider(
  context: AppContext,
  draft: Order,
  sender: FormSender,
): Promise<NextPage> {
  const { request, pages, attribution } = sender;
  const counted = { what: "form", whose: sender.visitor } as const;
  let isLetIn = false;
  for (const reference of await referencesFor(context, draft, sender)) {
    const order = { ...draft, reference };
    // The browser's key proves later that it has sent this form.
    const { digest: keyDigest } = await requestedKey(`${sender.key} ${reference}`);
    const taken = await takeOrder(context, order, { request, pages, counted, keyDigest, isLetIn });
    if (taken.type === "incomplete" || taken.type === "outdated") return taken;
    const payment = taken.type === "stored" ? taken.payment : null;
    if (!payment || payment.expectedMinor === null) break;
    const { id: enrolmentId } = await startEnrolment(context, payment, { requested: null, attribution });
    const back = returnAddress(reference, request.url);
    // A refunded payment is made again under another reference, and has lost its place in the cohort.
    isLetIn = payment.status !== "refunded";
    if (!isLetIn) continue;
    const priced = { ...payment, expectedMinor: payment.expectedMinor, enrolmentId };
    const started = await startPayment(context, priced, { address: back, leavesSite: true });
    if (started.type === "resolved") return goOn(back.href);
    if (started.type === "started" && started.checkout.url) return goOn(started.checkout.url);
  }
  return { type: "not-started" };
}

async function referencesFor(
  { db }: AppContext,
  order: Order,
  { key, reference }: FormSender,
): Promise<readonly string[]> {
  const ownReferences = await Promise.all(FORM_ATTEMPTS.map((attempt) => formReference(key, order, attempt)));
  if (reference === null || (await findPayment(db, ownReferences[0] ?? ""))) return ownReferences;
  const named = await findPayment(db, reference);
  return named && !isOf(named, order) ? ownReferences : [reference, ...ownReferences];
}

/** Whether what is stored under an order's reference is that order: everything that was typed, what it buys, and its price. */
function isOf(
  { purpose, course, plan, currency, expectedMinor, details }: PaymentRecord,
  order: Order,
): boolean {
  return (
    purpose === order.purpose &&
    course.id === order.course.id &&
    (plan?.id ?? null) === (order.plan?.id ?? null) &&
    currency === order.charge.currency &&
    expectedMinor === order.charge.minor &&
    JSON.stringify(details?.learner) === JSON.stringify(order.learner)
  );
}

const goOn = (address: string): NextPage => ({ type: "go-on", address });
