import type { z } from "astro/zod";
import { ACADEMY_ROLE, SITE_ROLE } from "~/domain/contact/contact-message.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import { recipientSettings } from "~/edge/environment.ts";

/** The only addresses that mail may come from and go to. Anything else would make the endpoint an open relay. */
export interface AcademyAddresses {
  readonly sender: string;
  readonly academy: string;
  /** Those of its staff, in the order of their roles. */
  readonly staff: readonly string[];
  /** Notified when payments or mails need attention; no browser can name it. */
  readonly alerts: string;
}

/** The addresses that the content names; with STAFF_EMAIL in the settings, that one in the place of all that get mail. */
export function academyAddresses(
  {
    senderEmail,
    email,
    staffRecipients,
    alertsEmail,
  }: Pick<SiteFacts, "senderEmail" | "email" | "staffRecipients" | "alertsEmail">,
  env: z.input<typeof recipientSettings>,
): AcademyAddresses {
  const { STAFF_EMAIL: tester } = recipientSettings.parse(env);
  return {
    sender: senderEmail,
    academy: tester ?? email,
    staff: tester ? [tester] : staffRecipients.map((recipient) => recipient.email),
    alerts: tester ?? alertsEmail,
  };
}

const STAFF_ROLE = /^staff-([1-9]\d?)$/;

/** The sender that is named by its role or its address; null when that is not the academy's. */
export function resolveSender(name: string, { sender }: AcademyAddresses): string | null {
  return name === SITE_ROLE || name === sender ? sender : null;
}

/** Mail that waits in a visitor's browser for a member of staff who has left goes to the academy. */
export function resolveRecipient(name: string, { academy, staff }: AcademyAddresses): string | null {
  if (name === ACADEMY_ROLE || name === academy) return academy;
  const place = STAFF_ROLE.exec(name)?.[1];
  if (place) return staff[Number(place) - 1] ?? academy;
  return staff.includes(name) ? name : null;
}
