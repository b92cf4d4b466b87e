import { CODE_LETTERS, codeOf, digestOf, randomCode } from "~/domain/digest.ts";
import type { Purchase } from "~/domain/enrolment/agreement.ts";

type Purpose = Purchase["purpose"];

/** The form of Paystack's references. Other providers accept at least these characters. */
const ALLOWED = /^[A-Za-z0-9.=-]{8,64}$/;

const CODE_LENGTH = 10;
/** The form of this site's references. */
const SITE_REFERENCE = new RegExp(`^(REG|TUI)-\\d{8}-[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

/**
 * Returns a reference for one attempt to pay, e.g. "REG-20261121-7KQ2M9XA4T". Its 50 random bits make it unique
 * within its day.
 */
export function newReference(purpose: Purpose, now: Date): string {
  return referenceWith(purpose, now, randomCode(CODE_LENGTH));
}

/** Returns a reference that is always the same for the same purpose, day and text. It looks like a random one. */
export async function derivedReference(purpose: Purpose, day: Date, text: string): Promise<string> {
  const digest = await digestOf(text);
  return referenceWith(purpose, day, codeOf(digest.subarray(0, CODE_LENGTH)));
}

function referenceWith(purpose: Purpose, day: Date, code: string): string {
  const digits = day.toISOString().slice(0, 10).replaceAll("-", "");
  return `${purpose === "registration" ? "REG" : "TUI"}-${digits}-${code}`;
}

/** Whether a provider accepts the text as a reference. */
export function isReference(text: string): boolean {
  return ALLOWED.test(text);
}

/** Whether the reference has this site's form. The provider's account may receive other payments, too. */
export function isOwnReference(text: string): boolean {
  return SITE_REFERENCE.test(text);
}

/**
 * Returns the idempotency key of a registration mail: `REG-20261121-AAAAAAAAAA:staff-1:paid`. Browser and
 * edge use the same key, and one mail is delivered for it.
 */
export function registrationMailKey(
  reference: string,
  role: string,
  payment: "paid" | "unconfirmed",
): string {
  return `${reference}:${role}:${payment}`;
}

/** Returns a key with another role. A key that names no payment is returned as it is. */
export function keyForRole(key: string, role: string): string {
  return referenceOfKey(key) ? key.replace(/:[^:]*:/, `:${role}:`) : key;
}

/** Returns the reference in a key; `null` if it names no payment. */
export function referenceOfKey(key: string): string | null {
  const [reference = "", role, payment, ...rest] = key.split(":");
  if (!role || rest.length > 0 || !isOwnReference(reference)) return null;
  return payment === "paid" || payment === "unconfirmed" ? reference : null;
}
