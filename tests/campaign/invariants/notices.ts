/** What staff read in their mailboxes: notices with the provider's word, and what a visitor's browser said. */
import type { ReceivedMail } from "../mailboxes.ts";
import type { World } from "../world.ts";

/** "Registration: paid, disputed by the payer’s bank (update 3)" */
const SUBJECT = /^Registration: (paid|not paid in full|not paid|refunded)(?:, (.+?))?(?: \(update (\d+)\))?$/;
const STATUS_OF: Readonly<Record<string, string>> = {
  "not paid in full": "short-paid",
  "not paid": "unpaid",
};
const REFERENCE = /\b(?:REG|TUI)-\d{8}-[2-9A-Z]{10}\b/;

/** A mail with the provider's word. */
export interface Notice extends ReceivedMail {
  readonly reference: string;
  /** The same number is the same report; a later one is the later report. */
  readonly number: number;
  readonly status: string;
  /** What else the subject says; empty where it says no more. */
  readonly flag: string;
}

export function noticesIn({ mailboxes }: World): Notice[] {
  return mailboxes.received.flatMap((mail) => {
    const match = SUBJECT.exec(mail.subject);
    const reference = referenceIn(mail);
    if (!match || !reference) return [];
    const [, words = "", flag = "", number = "1"] = match;
    return [{ ...mail, reference, status: STATUS_OF[words] ?? words, flag, number: Number(number) }];
  });
}

export function referenceIn({ html }: Pick<ReceivedMail, "html">): string | null {
  return REFERENCE.exec(html)?.[0] ?? null;
}

/** A mail that a visitor's browser wrote, and what it says of the payment. */
export function browserWord({ subject, html }: ReceivedMail): "paid" | "unconfirmed" | null {
  if (subject !== "Registration") return null;
  if (html.includes("Received; compare the amount")) return "paid";
  return html.includes("Not confirmed: look the reference up") ? "unconfirmed" : null;
}

/** How many different mails these are, however often each came. */
export function different(mails: readonly ReceivedMail[]): number {
  return new Set(mails.map(({ messageId }) => messageId)).size;
}
