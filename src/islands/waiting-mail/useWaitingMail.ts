import { useEffect, useRef, useState } from "react";
import { deliverWaitingMail, WAITING_MAIL_EVENT, type WaitingMailNews } from "~/mail/deliver-waiting.ts";
import type { MailRequest } from "~/mail/mail-client.ts";
import {
  findWaitingMail,
  forgetWaitingMail,
  keepWaitingMail,
  type MailForm,
  type MailRefusal,
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
  /** Keeps a mail that got no answer. */
  keep(typed: Readonly<Record<string, string>>, mail: MailRequest): void;
  /** What an earlier visit left waiting, as it was typed; one that was refused is handed over, and not kept any more. */
  takeUp(): { typed: Readonly<Record<string, string>>; refusal: MailRefusal | null } | null;
  /** Tries to send it now. @returns whether it still waits */
  retry(): Promise<boolean>;
  takeBack(): void;
}

/** Keeps one form's mail that was sent without a network, and sends it when the network is back. */
export function useWaitingMail(input: WaitingMailInput): WaitingMailControl {
  const { form, isWaiting } = input;
  const [isKept, setIsKept] = useState(true);
  const latest = useRef(input);
  latest.current = input;

  useEffect(() => {
    const onNews = (event: Event) => {
      const news: WaitingMailNews = (event as CustomEvent).detail;
      if (news.form !== form) return;
      event.preventDefault();
      if (findWaitingMail(form)?.refusal) forgetWaitingMail(form);
      if (news.refusal) latest.current.onRefused(news.refusal);
      else latest.current.onSent();
    };
    addEventListener(WAITING_MAIL_EVENT, onNews);
    return () => removeEventListener(WAITING_MAIL_EVENT, onNews);
  }, [form]);

  useEffect(() => {
    if (!isWaiting) return;
    const retry = () => void deliverWaitingMail(form);
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === WAITING_MAILS_KEY || key === null) && !findWaitingMail(form)) latest.current.onGone();
    };
    const timer = setInterval(retry, RETRY_MS);
    addEventListener("online", retry);
    addEventListener("storage", onStorage);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
      removeEventListener("storage", onStorage);
    };
  }, [form, isWaiting]);

  return {
    isKept,
    keep: (typed, mail) =>
      setIsKept(keepWaitingMail({ form, typed, mail, keptAt: new Date().toISOString() })),
    takeUp: () => {
      const waiting = findWaitingMail(form);
      if (waiting?.refusal) forgetWaitingMail(form);
      return waiting && { typed: waiting.typed, refusal: waiting.refusal ?? null };
    },
    retry: async () => {
      await deliverWaitingMail(form);
      return findWaitingMail(form) !== null;
    },
    takeBack: () => forgetWaitingMail(form),
  };
}
