import type { DualPrice } from "~/domain/money/money.ts";

export interface PhoneNumber {
  /** The number as people read it. */
  readonly display: string;
  /** "+" and digits. */
  readonly dial: string;
}

/** Not registered for VAT, exempt from it, or the percentage that prices include. */
export type Vat = "none" | "exempt" | 7.5;

/** The business behind the site. */
export interface LegalFacts {
  readonly name: string;
  /** One line. */
  readonly address: string;
  /** "RC 1234567". */
  readonly registrationNumber: string;
  readonly taxNumber: string;
  readonly vat: Vat;
  /** An e-mail address. */
  readonly dataProtectionContact: string;
}

/** The academy's facts, for the page frame and every error notice. */
export interface SiteFacts {
  readonly name: string;
  readonly mission: string;
  readonly email: string;
  readonly senderEmail: string;
  readonly staffRecipients: readonly { readonly role: string; readonly email: string }[];
  readonly alertsEmail: string;
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
  readonly legal: LegalFacts;
  readonly announcement: string;
  /** Whether learners in Nigeria may pay in dollars. */
  readonly dollarsInNigeria: boolean;
  readonly registrationFee: DualPrice;
  /** The processing fee that the academy keeps of a refund in the first week of class. */
  readonly refundFee: DualPrice;
}

/** The contacts to show when something failed. */
export interface SupportContacts {
  readonly email: string;
  readonly phone: PhoneNumber;
  readonly whatsappNumber: string;
  readonly academy: string;
  /** The academy's legal name, its address and its numbers, for receipts. */
  readonly legal: readonly string[];
}

/** Returns the contacts to show when something failed. @throws Error if there is no phone number */
export function supportContacts(site: SiteFacts): SupportContacts {
  const [phone] = site.phones;
  if (!phone) throw new Error("content/site.yaml: phones must hold at least one number.");
  const { name: academy, email, whatsapp, legal } = site;
  const lines = [legal.name, legal.address, legalNumbers(legal)];
  return { email, phone, whatsappNumber: whatsapp.number, academy, legal: lines };
}

/** Returns "RC 1234567, TIN 12345678-0001". */
export function legalNumbers({ registrationNumber, taxNumber }: LegalFacts): string {
  return `${registrationNumber}, TIN ${taxNumber}`;
}

/**
 * Returns a link to a WhatsApp chat with the academy, its first message filled in.
 * @param number digits only, with country code
 */
export function whatsappLink(number: string, message = ""): string {
  const query = message ? `?text=${encodeURIComponent(message)}` : "";
  return `https://wa.me/${number}${query}`;
}

/**
 * Returns a link that shares a page on WhatsApp.
 * @param address absolute, so that the page's social card is shown
 */
export function shareLink(title: string, address: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`;
}

/** The facts that staff need to help. They hold no personal data, because the text is readable in a link. */
export interface SupportContext {
  /** The problem, as it continues "Hello, ": "I could not pay". */
  readonly problem: string;
  /** The course's name on the page. */
  readonly course?: string | undefined;
  /** The price card's name. */
  readonly plan?: string | undefined;
  /** Formatted: "N194,000". */
  readonly amount?: string | undefined;
  readonly reference?: string | undefined;
  /** A page's path or title, because the requested address may hold a secret. */
  readonly page?: string | undefined;
}

const LINES = [
  ["Course", "course"],
  ["Plan", "plan"],
  ["Amount", "amount"],
  ["Reference", "reference"],
  ["Page", "page"],
] as const satisfies readonly (readonly [string, keyof SupportContext])[];

/** The longest fact. A longer text comes from a forged link. */
const MAX_LENGTH = 120;

/** Returns the first message of a chat with staff: the problem, then a line for each fact. */
export function supportMessage({ problem, ...facts }: SupportContext): string {
  const lines = LINES.flatMap(([label, field]) =>
    facts[field] ? [`${label}: ${facts[field].slice(0, MAX_LENGTH)}`] : [],
  );
  return [`Hello, ${problem.slice(0, 2 * MAX_LENGTH)}.`, ...lines].join("\n");
}
