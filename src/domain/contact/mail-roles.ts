/** Senders and recipients by role: the edge knows their addresses, the visitor's browser does not. */
export const SITE_ROLE = "site";
export const ACADEMY_ROLE = "academy";

/** The role of a member of staff, e.g. `staff-1`. @param index in content/site.yaml, from 0 */
export function staffRole(index: number): string {
  return `staff-${index + 1}`;
}

/** Sender and recipient of a visitor's mail: roles, or addresses where a gateway delivers. */
export interface MailRoute {
  readonly from: string;
  readonly to: string;
}
