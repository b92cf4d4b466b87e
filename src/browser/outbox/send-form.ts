import { MIN_FILL_MS } from "~/domain/contact/fill-time.ts";
import { MailError, sendMail } from "./mail-client.ts";
import { type PendingMail, removePendingMail } from "./pending-mails.ts";
import { markDone, withTabLock } from "./with-tab-lock.ts";

/**
 * Sends a form's mail for the first time; it is stored already, so that leaving the page loses nothing. With any answer
 * it is removed (a refused one is still in the form); without one it stays pending. A visitor faster than MIN_FILL_MS
 * waits for the rest of it here, because the edge would take them for a program.
 * @throws MailError as sendMail does
 */
export function sendForm({ id, mail, idempotencyKey }: PendingMail): Promise<void> {
  return withTabLock(id, async () => {
    const missing = MIN_FILL_MS - performance.now();
    if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
    // A timer may fire a little early.
    const openMs = Math.max(MIN_FILL_MS, Math.round(performance.now()));
    try {
      await sendMail(mail, { idempotencyKey, openMs });
    } catch (error) {
      if (error instanceof MailError && error.status !== null) await remove(id);
      throw error;
    }
    await remove(id);
  });
}

function remove(id: string): Promise<void> {
  removePendingMail(id);
  return markDone(id);
}
