import type { StoredMail } from "~/server/mail/mail-store.ts";

/** What became of a mail, for whoever tries the site out. */
export function deliveryNote({
  status,
  attempts,
  nextAttemptAt,
  deliveredAt,
  lastError,
}: StoredMail): string {
  if (status === "kept") return "Kept: there are no SMTP settings, so mails stay here.";
  if (status === "delivered") return `Delivered at ${deliveredAt}.`;
  if (status === "parked") return `Parked after ${times(attempts)}: ${lastError}`;
  return attempts === 0
    ? "Queued."
    : `Not taken after ${times(attempts)}, again at ${nextAttemptAt}: ${lastError}`;
}

function times(attempts: number): string {
  return attempts === 1 ? "one attempt" : `${attempts} attempts`;
}
