import type { StoredMail } from "~/edge/mail/mail-store.ts";

/** The mails that the edge writes to learners are whole documents; others are pieces of HTML. */
export function isDocument(html: string): boolean {
  return html.startsWith("<!doctype html>");
}

/** A mail's document for a frame: its links open in the whole window. */
export function forFrame(html: string): string {
  return html.replace("<head>", '<head><base target="_top">');
}

/** A mail's document as it looks where somebody has asked for this scheme, whatever this browser has. */
export function inScheme(html: string, scheme: "light" | "dark"): string {
  return html
    .replaceAll("light dark", scheme)
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all");
}

export function deliveryNote({
  status,
  attempts,
  nextAttemptAt,
  deliveredAt,
  lastError,
}: StoredMail): string {
  if (status === "kept") return "Kept: there are no SMTP settings, so mails stay here.";
  if (status === "delivered") return deliveredAt ? `Delivered at ${deliveredAt}.` : `${lastError}.`;
  if (status === "failed") return `Failed after ${times(attempts)}: ${lastError}`;
  return attempts === 0
    ? "Queued."
    : `Not taken after ${times(attempts)}, again at ${nextAttemptAt}: ${lastError}`;
}

function times(attempts: number): string {
  return attempts === 1 ? "one attempt" : `${attempts} attempts`;
}
