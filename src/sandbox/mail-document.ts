import { counted } from "~/domain/text.ts";
import type { StoredMail } from "~/edge/mail/mail-store.ts";

/** Whether a mail is a whole document. Mails to staff are fragments of HTML. */
export function isDocument(html: string): boolean {
  return html.startsWith("<!doctype html>");
}

/** Returns a mail's document for a frame, with links that open in the whole window. */
export function forFrame(html: string): string {
  return html.replace("<head>", '<head><base target="_top">');
}

/** Returns a mail's document as it looks in a colour scheme, whatever this browser prefers. */
export function inScheme(html: string, scheme: "light" | "dark"): string {
  return html
    .replaceAll("light dark", scheme)
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all");
}

/** Returns a sentence about the delivery of a mail. */
export function deliveryNote(mail: StoredMail): string {
  const { status, attempts, nextAttemptAt, deliveredAt, lastError } = mail;
  if (status === "kept") return "Kept: there are no SMTP settings, so mails stay here.";
  if (status === "delivered") return deliveredAt ? `Delivered at ${deliveredAt}.` : `${lastError}.`;
  if (status === "failed") return `Failed after ${counted(attempts, "attempt")}: ${lastError}`;
  if (attempts === 0) return "Queued.";
  return `Not taken after ${counted(attempts, "attempt")}, again at ${nextAttemptAt}: ${lastError}`;
}
