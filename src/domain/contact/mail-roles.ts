/**
 * Who a mail comes from and goes to, by role: the academy's own server knows the addresses, a visitor's browser does
 * not.
 */
export const SITE_ROLE = "site";
export const ACADEMY_ROLE = "academy";

/** The member of staff at this place of content/site.yaml, counted from 0: `staff-1` is the first. */
export function staffRole(index: number): string {
  return `staff-${index + 1}`;
}
