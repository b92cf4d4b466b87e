import { inTurn } from "./in-turn.ts";
import { MailError, type MailRequest, sendMail } from "./mail-client.ts";
import {
  findWaitingMail,
  forgetWaitingMail,
  keepWaitingMail,
  type MailForm,
  type MailRefusal,
  readWaitingMails,
  type WaitingMail,
} from "./waiting-mails.ts";

type Send = (mail: MailRequest) => Promise<void>;

/** What became of a mail that waited: accepted, or refused for good. */
export interface WaitingMailNews {
  readonly form: MailForm;
  readonly refusal: MailRefusal | null;
}

/** Dispatched on `window` with the news; whoever shows it to the visitor prevents its default. */
export const WAITING_MAIL_EVENT = "waiting-mail";

/**
 * Tries to send one form's mail, if it waits. What gets no answer goes on waiting. Tabs take turns, so nothing is sent
 * twice.
 * @returns the news where nobody on this page has shown it
 */
export function deliverWaitingMail(form: MailForm, send: Send = sendMail): Promise<WaitingMailNews | null> {
  return inTurn(async () => {
    const waiting = findWaitingMail(form);
    if (!waiting || waiting.refusal) return null;
    try {
      await send(waiting.mail);
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) return null;
      if (isStillThere(waiting)) keepWaitingMail({ ...waiting, refusal });
      return announce({ form, refusal });
    }
    // Taken back too late, it was sent all the same; but one that was written meanwhile waits for its own turn.
    if (isStillThere(waiting)) forgetWaitingMail(form);
    return announce({ form, refusal: null });
  });
}

/** Tries to send all that waits. @returns news that nobody on this page has shown */
export async function deliverWaitingMails(send: Send = sendMail): Promise<WaitingMailNews[]> {
  const news: WaitingMailNews[] = [];
  for (const { form } of readWaitingMails()) {
    const latest = await deliverWaitingMail(form, send);
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

function isStillThere({ form, keptAt }: WaitingMail): boolean {
  return findWaitingMail(form)?.keptAt === keptAt;
}

function announce(news: WaitingMailNews): WaitingMailNews | null {
  return dispatchEvent(new CustomEvent(WAITING_MAIL_EVENT, { detail: news, cancelable: true })) ? news : null;
}
