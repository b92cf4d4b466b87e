import { staffRole } from "~/domain/contact/contact-message.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { Database, Statement } from "~/edge/database.ts";
import type { AcademyAddresses } from "./academy-addresses.ts";
import { storing } from "./mail-store.ts";

/**
 * The statements, for a batch, that store one mail for each member of staff unless its key is known.
 * @param keyPrefix of its keys; the member's role follows
 */
export function storingForStaff(
  { db, addresses, now }: { db: Database; addresses: AcademyAddresses; now: Date },
  mail: { readonly subject: string; readonly message: string },
  keyPrefix: string,
): Statement[] {
  return addresses.staff.map((to, index) =>
    storing(db, { ...mail, from: addresses.sender, to, idempotencyKey: keyPrefix + staffRole(index) }, now),
  );
}

/**
 * A line of a mail to staff with a link to the desk's page for it; empty where there is no desk.
 * @param desk where the desk is
 * @param path below it, such as "/enrolments/ENR-7Q2M4X8K9A"; empty for its first page
 */
export function deskLink(desk: URL | null, path: string): string {
  if (!desk) return "";
  const address = new URL(`/desk${path}`, desk).href;
  return `<p><a href="${escapeHtml(address)}">Open it at the desk</a></p>`;
}
