import type { DualPrice } from "../money/money.ts";

export interface PhoneNumber {
  /** As people read it. */
  readonly display: string;
  /** "+" and digits. */
  readonly dial: string;
}

/** The academy's own facts, as the page frame and every dead end need them. */
export interface SiteFacts {
  readonly name: string;
  readonly mission: string;
  readonly email: string;
  readonly senderEmail: string;
  readonly staffRecipients: readonly { readonly role: string; readonly email: string }[];
  readonly phones: readonly PhoneNumber[];
  /** Digits only, with country code. */
  readonly whatsapp: { readonly number: string };
  readonly links: {
    readonly portal: string;
    readonly mailingList: string;
    readonly linkedin: string;
    readonly twitter: string;
    readonly instagram: string;
  };
  readonly announcement: string;
  readonly registrationFee: DualPrice;
}

/** Where a visitor turns when something did not work. */
export interface SupportContacts {
  readonly email: string;
  readonly phone: PhoneNumber;
  readonly whatsappNumber: string;
}

/** @throws Error when there is no phone number */
export function supportContacts(site: SiteFacts): SupportContacts {
  const [phone] = site.phones;
  if (!phone) throw new Error("content/site.yaml: phones must hold at least one number.");
  return { email: site.email, phone, whatsappNumber: site.whatsapp.number };
}

/**
 * A WhatsApp chat with the academy, its first message already written.
 * @param number digits only, with country code
 */
export function whatsappLink(number: string, message = ""): string {
  const query = message ? `?text=${encodeURIComponent(message)}` : "";
  return `https://wa.me/${number}${query}`;
}

/**
 * WhatsApp with a page to send to whom the visitor chooses.
 * @param address with its origin, so that the page's card shows
 */
export function shareLink(title: string, address: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`;
}
