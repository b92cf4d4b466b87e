import { LEAST_FILL_MS } from "~/domain/contact/fill-time.ts";
import { type MailRequest, sendMail } from "./mail-client.ts";

/**
 * Sends what a visitor typed into a form. Whoever is done sooner than a program is told apart from a person waits for
 * the rest of that time, so that nobody's mail is refused.
 * @throws MailError like sendMail
 */
export async function sendForm(mail: MailRequest): Promise<void> {
  const missing = LEAST_FILL_MS - performance.now();
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
  // A timer may be a little early.
  await sendMail(mail, { openMs: Math.max(LEAST_FILL_MS, Math.round(performance.now())) });
}
