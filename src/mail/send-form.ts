import { LEAST_FILL_MS } from "~/domain/contact/fill-time.ts";
import { inTurn } from "./in-turn.ts";
import { MailError, sendMail } from "./mail-client.ts";
import { forgetWaitingMail, type WaitingMail } from "./waiting-mails.ts";

/**
 * Sends for the first time what a visitor typed into a form, and what is kept already, so that leaving the page loses
 * nothing. With any answer it is forgotten: refused, it is still in the form, and the visitor is told. Without one it
 * goes on waiting. Whoever is done sooner than a program is told apart from a person waits for the rest of that time, so
 * that nobody's mail is refused.
 * @throws MailError like sendMail
 */
export function sendForm({ id, mail, idempotencyKey }: WaitingMail): Promise<void> {
  return inTurn(id, async () => {
    const missing = LEAST_FILL_MS - performance.now();
    if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
    // A timer may be a little early.
    const openMs = Math.max(LEAST_FILL_MS, Math.round(performance.now()));
    try {
      await sendMail(mail, { idempotencyKey, openMs });
    } catch (error) {
      if (error instanceof MailError && error.status !== null) forgetWaitingMail(id);
      throw error;
    }
    forgetWaitingMail(id);
  });
}
