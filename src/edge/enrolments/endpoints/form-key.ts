/**
 * The idempotency key of a form that is sent without script, so that the form sent again is the same payment.
 * A prerendered page cannot hold a key for each visit, and strangers may know what was typed. A browser
 * therefore gets a secret in a cookie for a day, and references are derived from it.
 */
import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { dayOf, isDay } from "~/domain/dates/day.ts";
import { isKey, newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import { derivedReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { askStatus } from "~/edge/payment-lifecycle/check-payment.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";

const COOKIE_AGE_S = 24 * 60 * 60;

/**
 * The query of the form's address after a browser got a key. A browser that stores no cookies is not
 * redirected again.
 */
const GIVEN = "?given";

/** The numbers of the transactions that are tried if the provider cannot continue an earlier one. */
export const FORM_ATTEMPTS = [1, 2, 3];

/** A browser's key: the UTC day on which it was made, and 128 random bits. */
export type FormKey = `${string}.${string}`;

export function formKeyOf(request: Request): FormKey | null {
  const name = cookieName(request);
  const key = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  return isFormKey(key) ? key : null;
}

/** Whether the browser was just given a key and has not stored it. */
export function wasGivenKey(request: Request): boolean {
  return new URL(request.url).search === GIVEN;
}

/**
 * Gives a browser a key and has it post the form again. This first post starts nothing: after a double press
 * a browser follows only the latter answer, and so makes one payment.
 */
export function giveFormKey(request: Request, now: Date): Response {
  const { pathname } = new URL(request.url);
  const cookie = generateCookie(cookieName(request), newFormKey(now), {
    maxAge: COOKIE_AGE_S,
    httpOnly: true,
    sameSite: "Lax",
    secure: isSecure(request),
  });
  const headers = { location: pathname + GIVEN, "set-cookie": cookie, "cache-control": "no-store" };
  return new Response(null, { status: 307, headers });
}

const isSecure = (request: Request) => new URL(request.url).protocol === "https:";

/**
 * Returns the cookie's name. Browsers accept the prefix `__Host-` only from this very host, so no subdomain
 * can set a key that it knows.
 */
const cookieName = (request: Request) => (isSecure(request) ? "__Host-form-key" : "form-key");

export function newFormKey(now: Date): FormKey {
  return `${dayOf(now)}.${newKey()}`;
}

/**
 * Returns a reference that is the same for the same order from the same browser. It cannot be derived without
 * the browser's key.
 */
export async function formReference(key: FormKey, order: Order, attempt: number): Promise<string> {
  const { reference: _r, startedAt: _s, ...content } = order;
  const [day = ""] = key.split(".");
  return derivedReference(order.purpose, new Date(day), `form ${key} ${attempt} ${JSON.stringify(content)}`);
}

function isFormKey(text: string): text is FormKey {
  const [day = "", secret = "", ...rest] = text.split(".");
  return rest.length === 0 && isKey(secret) && isDay(day);
}

interface PaidBefore {
  readonly reference: string;
  readonly status: "pending" | "paid";
}

/**
 * Returns the payment that the same browser made for an order by posting it as a form, because the page's
 * script was late or lost.
 */
export async function paidAsForm(
  request: Request,
  order: Order,
  context: AppContext,
): Promise<PaidBefore | null> {
  const key = formKeyOf(request);
  if (!key) return null;
  for (const attempt of FORM_ATTEMPTS) {
    const reference = await formReference(key, order, attempt);
    if (!(await findPayment(context.db, reference))) return null;
    const reported = await askStatus(context, reference, visitorKey(request));
    if (reported?.status === "pending") return { reference, status: "pending" };
    if (reported?.status === "paid" || reported?.status === "short-paid")
      return { reference, status: "paid" };
  }
  return null;
}
