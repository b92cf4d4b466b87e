import type { z } from "astro/zod";
import { ACADEMY_ROLE, SITE_ROLE } from "~/domain/contact/contact-message.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import { recipientSettings } from "~/edge/environment.ts";

/** The only addresses that mail may come from and go to. Any others would make the endpoint an open relay. */
export interface AcademyAddresses {
  readonly sender: string;
  readonly academy: string;
  /** The addresses of staff, in the order of their roles. */
  readonly staff: readonly string[];
  /** The address that is notified if payments or mails need attention. No browser can name it. */
  readonly alerts: string;
}

/** Returns the addresses from content. STAFF_EMAIL in the settings replaces all that receive mail. */
export function academyAddresses(
  site: Pick<SiteFacts, "senderEmail" | "email" | "staffRecipients" | "alertsEmail">,
  env: z.input<typeof recipientSettings>,
): AcademyAddresses {
  const { STAFF_EMAIL: tester } = recipientSettings.parse(env);
  return {
    sender: site.senderEmail,
    academy: tester ?? site.email,
    staff: tester ? [tester] : site.staffRecipients.map(({ email }) => email),
    alerts: tester ?? site.alertsEmail,
  };
}

const STAFF_ROLE = /^staff-([1-9]\d?)$/;

/** Returns the sender for its role or address; `null` if it is not the academy's. */
export function resolveSender(name: string, { sender }: AcademyAddresses): string | null {
  return name === SITE_ROLE || name === sender ? sender : null;
}

/** Returns the recipient for a role or address. Mail to staff who have left goes to the academy. */
export function resolveRecipient(name: string, { academy, staff }: AcademyAddresses): string | null {
  if (name === ACADEMY_ROLE || name === academy) return academy;
  const place = STAFF_ROLE.exec(name)?.[1];
  if (place) return staff[Number(place) - 1] ?? academy;
  return staff.includes(name) ? name : null;
}
