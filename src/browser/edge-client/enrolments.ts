import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { DetailChanges, EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import type { LearnerRequest } from "~/domain/enrolment/learner-request.ts";
import type { Currency, Money } from "~/domain/money/money.ts";
import type { StartedPayment } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { refusalIn } from "~/domain/payments/payment-flow.ts";
import type { UsedVoucher } from "~/domain/pricing/voucher.ts";
import { textIn } from "~/domain/text.ts";
import { send } from "./send.ts";

const PATH = "/prod/enrolments";
/** The edge may have to ask a provider before it answers. */
const TIMEOUT_MS = 20_000;

/** The edge's response, or the fact that it could not be reached. */
export type EdgeAnswer<Body> =
  | { readonly type: "answered"; readonly body: Body }
  | {
      readonly type: "refused";
      readonly status: number;
      /** "paid", "pending" or "withdrawn" if nothing more can be paid; null for other refusals. */
      readonly reason: string | null;
      readonly message: string;
      /** The messages for fields that must be corrected, by the fields' names in the form. */
      readonly errors: Readonly<Record<string, string>>;
    }
  | { readonly type: "unreachable" };

const DEFAULT_REFUSAL = "That didn't work. Please try again in a minute.";

/** A stored enrolment and the learner's key. Both are null if another request started it. */
interface StoredEnrolment {
  readonly id: string | null;
  readonly key: string | null;
}

/** An order as a page sends it. `page` is the path to which its payment returns. */
interface OrderRequest {
  readonly order: Order;
  readonly page: string;
  readonly attribution: string | null;
}

/** Stores an order's enrolment. The same idempotency key always gets the same enrolment. */
export function postEnrolment(
  request: OrderRequest,
  idempotencyKey: string,
): Promise<EdgeAnswer<StoredEnrolment>> {
  return sendTo("POST", PATH, null, request, { "idempotency-key": idempotencyKey });
}

/** Reads the view that a learner's or a payer's key opens. Never rejects. */
export function readEnrolment(access: EnrolmentAccess): Promise<EdgeAnswer<EnrolmentView | PayerView>> {
  return sendTo("GET", pathOf(access), access);
}

/** An enrolment after a change. `key` is set if the change gave it a new key. */
export type ChangedEnrolment = EnrolmentView & { readonly key?: string };

export function changeDetails(
  access: EnrolmentAccess,
  changes: DetailChanges,
): Promise<EdgeAnswer<ChangedEnrolment>> {
  return sendTo("PATCH", pathOf(access), access, changes);
}

export function sendRequest(
  access: EnrolmentAccess,
  request: LearnerRequest,
): Promise<EdgeAnswer<EnrolmentView>> {
  return sendTo("POST", `${pathOf(access)}/requests`, access, request);
}

/** A new payer's link. It ends the previous one. */
export interface PayerLink {
  readonly key: string;
  readonly charges: readonly number[];
  readonly amount: Money;
}

/** Makes a payer's link. @param count the number of charges, counted from the next one */
export function makePayerLink(access: EnrolmentAccess, count: number): Promise<EdgeAnswer<PayerLink>> {
  return sendTo("POST", `${pathOf(access)}/payer-links`, access, { count });
}

/** The payment that a page asks the edge to start. */
export interface PaymentRequest {
  /** The number of charges to pay, counted from the next one. A payer's link has its own number. */
  readonly count?: number;
  /** Set only if the enrolment's currency is not fixed. */
  readonly currency?: Currency;
  /** The name and e-mail address of another payer, for their receipt. */
  readonly payerName?: string;
  readonly payerEmail?: string;
  /** The reference of the last attempt, if the provider has refused it finally. */
  readonly refused?: string;
}

/** Starts a payment at its provider, which returns to this page. */
export function requestPayment(
  access: EnrolmentAccess,
  payment: PaymentRequest,
): Promise<EdgeAnswer<StartedPayment>> {
  const page = location.pathname.replace(/\/$/, "");
  return sendTo("POST", `${pathOf(access)}/payments`, access, { ...payment, page });
}

/** Has new links mailed to an address, if it is on record. The answer is the same if it is not. */
export function mailLinks(email: string): Promise<EdgeAnswer<unknown>> {
  return sendTo("POST", `${PATH}/links`, null, { email });
}

/** Asks for a mail when registration opens, once the address is confirmed. @param courseId null for any course */
export function askForOpening(email: string, courseId: string | null): Promise<EdgeAnswer<unknown>> {
  return sendTo("POST", "/prod/subscriptions", null, { email, course: courseId });
}

/** A voucher, and the course and plan that it is for. `planId` is empty if tuition is paid at once. */
interface VoucherCheck {
  readonly code: string;
  readonly courseId: string;
  readonly planId: string;
  /** The learner's address as typed so far. The uses that this learner's attempts have reserved are not counted. */
  readonly email: string;
}

/** Asks for a voucher's discount. A refusal has a message to the visitor. */
export function checkVoucher(check: VoucherCheck): Promise<EdgeAnswer<UsedVoucher>> {
  return sendTo("POST", "/prod/vouchers/check", null, check);
}

function pathOf({ id }: EnrolmentAccess): string {
  return `${PATH}/${id}`;
}

async function sendTo<Body>(
  method: "GET" | "PATCH" | "POST",
  path: string,
  access: EnrolmentAccess | null,
  json?: unknown,
  headers: Record<string, string> = {},
): Promise<EdgeAnswer<Body>> {
  const response = await send(path, {
    method,
    json,
    headers: access ? { ...headers, authorization: `Bearer ${access.key}` } : headers,
    timeoutMs: TIMEOUT_MS,
  });
  if (!response) return { type: "unreachable" };
  const { ok, status, body } = response;
  // A captive portal or proxy answers with HTML, so anything but JSON counts as a refusal.
  if (ok && body !== null) return { type: "answered", body: body as Body };
  const { message, errors } = refusalIn(body, textIn(body, "message") ?? DEFAULT_REFUSAL);
  return { type: "refused", status, reason: textIn(body, "status"), message, errors };
}
