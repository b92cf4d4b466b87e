import { staffRole } from "~/domain/contact/contact-message.ts";
import type { Database, Statement } from "~/edge/database.ts";
import type { AcademyAddresses } from "./academy-addresses.ts";
import { storing } from "./mail-store.ts";

/**
 * The statements, for a batch, that store one mail for each member of staff unless its key is known.
 * @param keysBegin of its keys; the member's role follows
 */
export function storingForStaff(
  { db, addresses, now }: { db: Database; addresses: AcademyAddresses; now: Date },
  mail: { readonly subject: string; readonly message: string },
  keysBegin: string,
): Statement[] {
  return addresses.staff.map((to, index) =>
    storing(db, { ...mail, from: addresses.sender, to, idempotencyKey: keysBegin + staffRole(index) }, now),
  );
}
