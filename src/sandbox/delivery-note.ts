import type { StoredMail } from "~/edge/mail/mail-store.ts";

/** A mail's delivery state, for the sandbox's page. */
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
