import { inTurn } from "./in-turn.ts";
import { MailError, type MailFacts, type MailRequest, sendMail } from "./mail-client.ts";
import {
  findWaitingMail,
  forgetWaitingMail,
  keepWaitingMail,
  type MailForm,
  type MailRefusal,
  readWaitingMails,
} from "./waiting-mails.ts";

type Send = (mail: MailRequest, facts: MailFacts) => Promise<void>;

/** What became of a mail that waited: accepted, or refused for good. */
export interface WaitingMailNews {
  readonly id: string;
  readonly form: MailForm;
  readonly refusal: MailRefusal | null;
}

/** Dispatched on `window` with the news; whoever shows it to the visitor prevents its default. */
export const WAITING_MAIL_EVENT = "waiting-mail";

/**
 * Tries to send one mail, if it waits. What gets no answer goes on waiting. Tabs take turns, so nothing is sent twice.
 * @returns the news where nobody on this page has shown it
 */
export function deliverWaitingMail(id: string, send: Send = sendMail): Promise<WaitingMailNews | null> {
  return inTurn(id, async () => {
    const waiting = findWaitingMail(id);
    if (!waiting || waiting.refusal) return null;
    const { form, mail, idempotencyKey } = waiting;
    try {
      await send(mail, { idempotencyKey });
    } catch (error) {
      const refusal = refusalIn(error);
      // One that was taken back meanwhile is no news any more.
      if (!refusal || !findWaitingMail(id)) return null;
      keepWaitingMail({ ...waiting, refusal });
      return announce({ id, form, refusal });
    }
    // Taken back too late, it was sent all the same.
    forgetWaitingMail(id);
    return announce({ id, form, refusal: null });
  });
}

/** Tries to send all that waits. @returns news that nobody on this page has shown */
export async function deliverWaitingMails(send: Send = sendMail): Promise<WaitingMailNews[]> {
  const news: WaitingMailNews[] = [];
  for (const { id } of readWaitingMails()) {
    const latest = await deliverWaitingMail(id, send);
    if (latest) news.push(latest);
  }
  return news;
}

/** Null while the mail may be accepted later: there was no answer, or one that may change. */
function refusalIn(error: unknown): MailRefusal | null {
  if (!(error instanceof MailError)) return null;
  const { status, reply } = error;
  return status === null || status === 408 || status === 429 || status >= 500 ? null : { status, reply };
}

function announce(news: WaitingMailNews): WaitingMailNews | null {
  return dispatchEvent(new CustomEvent(WAITING_MAIL_EVENT, { detail: news, cancelable: true })) ? news : null;
}
