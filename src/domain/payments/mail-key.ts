import { isOwnReference } from "./reference.ts";

/**
 * The idempotency key of a registration mail, the same whoever writes the mail: `REG-20261121-AAAAAAAAAA:staff-1:paid`. The
 * academy's server delivers one mail for each key.
 */
export function registrationMailKey(
  reference: string,
  role: string,
  payment: "paid" | "unconfirmed",
): string {
  return `${reference}:${role}:${payment}`;
}

/** The reference of the payment that a key is about; null for a key that is about none. */
export function claimIn(key: string): string | null {
  const [reference = "", role, payment, ...rest] = key.split(":");
  if (!role || rest.length > 0 || !isOwnReference(reference)) return null;
  return payment === "paid" || payment === "unconfirmed" ? reference : null;
}
