import { MailError, type MailFacts, type MailRequest, sendMail } from "./mail-client.ts";
import {
  findPendingMail,
  type MailForm,
  type MailRefusal,
  readPendingMails,
  removePendingMail,
  savePendingMail,
} from "./pending-mails.ts";
import { isDone, markDone, withTabLock } from "./with-tab-lock.ts";

type Send = (mail: MailRequest, facts: MailFacts) => Promise<void>;

/** The final result of a pending mail: accepted (no refusal) or refused. */
export interface PendingMailResult {
  readonly id: string;
  readonly form: MailForm;
  readonly refusal: MailRefusal | null;
}

/** Dispatched on `window` with the result; a listener that shows it to the visitor prevents the default. */
export const PENDING_MAIL_EVENT = "pending-mail";

/**
 * Sends one pending mail, under its own lock. Without an answer it stays pending.
 * @returns the result, if it is final and no listener has shown it
 */
export function sendPendingMail(id: string, send: Send = sendMail): Promise<PendingMailResult | null> {
  return withTabLock(id, async () => {
    const pending = findPendingMail(id);
    if (!pending || pending.refusal || (await isDone(id))) return null;
    const { form, mail, idempotencyKey } = pending;
    try {
      await send(mail, { idempotencyKey });
    } catch (error) {
      const refusal = finalRefusal(error);
      // The visitor may have taken it back meanwhile.
      if (!refusal || !findPendingMail(id)) return null;
      savePendingMail({ ...pending, refusal });
      await markDone(id);
      return dispatchResult({ id, form, refusal });
    }
    // Accepted, even if the visitor has taken it back meanwhile: the result says so.
    removePendingMail(id);
    await markDone(id);
    return dispatchResult({ id, form, refusal: null });
  });
}

/**
 * Sends the pending mails that were written before `pageOpened`: a later one is in a form of this page or of another tab,
 * which sends it and shows the result itself. @returns the results that no listener has shown
 */
export async function flushPendingMails(
  pageOpened: Date,
  send: Send = sendMail,
): Promise<PendingMailResult[]> {
  const results: PendingMailResult[] = [];
  for (const { id, savedAt } of readPendingMails()) {
    if (savedAt >= pageOpened.toISOString()) continue;
    const result = await sendPendingMail(id, send);
    if (result) results.push(result);
  }
  return results;
}

/** Null while a retry may succeed: no answer, a timeout (408), too many requests (429) or a server error. */
function finalRefusal(error: unknown): MailRefusal | null {
  if (!(error instanceof MailError)) return null;
  const { status, reply } = error;
  return status === null || status === 408 || status === 429 || status >= 500 ? null : { status, reply };
}

function dispatchResult(result: PendingMailResult): PendingMailResult | null {
  const event = new CustomEvent(PENDING_MAIL_EVENT, { detail: result, cancelable: true });
  return dispatchEvent(event) ? result : null;
}
