import { useEffect, useRef, useState } from "react";
import { deliverWaitingMail, WAITING_MAIL_EVENT, type WaitingMailNews } from "~/mail/deliver-waiting.ts";
import type { MailRequest } from "~/mail/mail-client.ts";
import { sendForm } from "~/mail/send-form.ts";
import {
  findWaitingMail,
  forgetWaitingMail,
  keepWaitingMail,
  type MailForm,
  type MailRefusal,
  newWaitingMail,
  readWaitingMails,
} from "~/mail/waiting-mails.ts";
import { WAITING_MAILS_KEY } from "~/stores/browser-storage.ts";

/** A network that came back is not always announced: the message is tried again this often as well. */
const RETRY_MS = 30_000;

interface WaitingMailInput {
  readonly form: MailForm;
  readonly isWaiting: boolean;
  onSent(): void;
  onRefused(refusal: MailRefusal): void;
  /** Another tab has sent it or taken it back. */
  onGone(): void;
}

export interface WaitingMailControl {
  /** Whether the browser keeps the mail when the page is left. */
  readonly isKept: boolean;
  /**
   * Keeps a mail and sends it. One that gets no answer goes on waiting; one that is refused is not kept any more.
   * @throws MailError like sendMail
   */
  send(typed: Readonly<Record<string, string>>, mail: MailRequest): Promise<void>;
  /**
   * What an earlier visit left waiting, as it was typed; one that was refused is handed over first, and not kept any more.
   * Others are sent by themselves.
   */
  takeUp(): { typed: Readonly<Record<string, string>>; refusal: MailRefusal | null } | null;
  /** Tries to send it now. @returns whether it still waits */
  retry(): Promise<boolean>;
  takeBack(): void;
}

/** Keeps one form's mail from before it is sent, and sends it again when the network is back. */
export function useWaitingMail(input: WaitingMailInput): WaitingMailControl {
  const { form, isWaiting } = input;
  const [isKept, setIsKept] = useState(true);
  /** The id of the mail that the form shows, or showed last: others of the same form wait beside it. */
  const shown = useRef<string | null>(null);
  const latest = useRef(input);
  latest.current = input;

  useEffect(() => {
    const onNews = (event: Event) => {
      const { id, refusal }: WaitingMailNews = (event as CustomEvent).detail;
      if (id !== shown.current) return;
      event.preventDefault();
      if (refusal) {
        forgetWaitingMail(id);
        latest.current.onRefused(refusal);
      } else {
        latest.current.onSent();
      }
    };
    addEventListener(WAITING_MAIL_EVENT, onNews);
    return () => removeEventListener(WAITING_MAIL_EVENT, onNews);
  }, []);

  useEffect(() => {
    const id = shown.current;
    if (!isWaiting || id === null) return;
    const retry = () => void deliverWaitingMail(id);
    const noticeIfGone = () => {
      if (!findWaitingMail(id)) latest.current.onGone();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === WAITING_MAILS_KEY || key === null) noticeIfGone();
    };
    const timer = setInterval(retry, RETRY_MS);
    addEventListener("online", retry);
    addEventListener("storage", onStorage);
    // Another tab may have taken it back while this one was sending.
    noticeIfGone();
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
      removeEventListener("storage", onStorage);
    };
  }, [isWaiting]);

  return {
    isKept,
    send: async (typed, mail) => {
      const waiting = await newWaitingMail(form, typed, mail);
      shown.current = waiting.id;
      setIsKept(keepWaitingMail(waiting));
      await sendForm(waiting);
    },
    takeUp: () => {
      const mails = readWaitingMails().filter((mail) => mail.form === form);
      const waiting = mails.find(({ refusal }) => refusal) ?? mails.at(-1) ?? null;
      shown.current = waiting?.id ?? null;
      if (waiting?.refusal) forgetWaitingMail(waiting.id);
      return waiting && { typed: waiting.typed, refusal: waiting.refusal ?? null };
    },
    retry: async () => {
      if (shown.current === null) return false;
      await deliverWaitingMail(shown.current);
      return findWaitingMail(shown.current) !== null;
    },
    takeBack: () => {
      if (shown.current !== null) forgetWaitingMail(shown.current);
    },
  };
}
