import { ACADEMY_ROLE, SITE_ROLE } from "~/domain/contact/mail-roles.ts";

/** The only addresses that mail may come from and go to. Anything else would make the endpoint an open relay. */
export interface AcademyAddresses {
  /** The one address that mails are sent from. */
  readonly sender: string;
  /** The academy's own address. */
  readonly academy: string;
  /** Those of its staff, in the order of their roles. */
  readonly staff: readonly string[];
}

const STAFF_ROLE = /^staff-([1-9]\d?)$/;

/** The sender that is named by its role or its address; null when that is not the academy's. */
export function senderNamed(name: string, { sender }: AcademyAddresses): string | null {
  return name === SITE_ROLE || name === sender ? sender : null;
}

/**
 * The recipient that is named by a role or an address; null when that is nobody of the academy. What waits in a
 * visitor's browser for a member of staff who has left since goes to the academy.
 */
export function recipientNamed(name: string, { academy, staff }: AcademyAddresses): string | null {
  if (name === ACADEMY_ROLE || name === academy) return academy;
  const place = STAFF_ROLE.exec(name)?.[1];
  if (place) return staff[Number(place) - 1] ?? academy;
  return staff.includes(name) ? name : null;
}
