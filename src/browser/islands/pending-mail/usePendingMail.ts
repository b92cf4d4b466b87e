import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { MailRequest } from "~/browser/outbox/mail-client.ts";
import {
  findPendingMail,
  type MailForm,
  type MailRefusal,
  PENDING_MAIL_EVENT,
  type PendingMailResult,
  readPendingMails,
  removePendingMail,
  sendForm,
  sendPendingMail,
  storePendingMail,
} from "~/browser/outbox/pending-mails.ts";
import { PENDING_MAILS_KEY } from "~/browser/stores/browser-storage.ts";

/** Retry interval: the `online` event does not fire for every network that comes back. */
const RETRY_MS = 30_000;

interface PendingMailInput {
  readonly form: MailForm;
  readonly isPending: boolean;
  onSent(): void;
  onRefused(refusal: MailRefusal): void;
  /** Another tab has sent the mail or taken it back. */
  onRemoved(): void;
}

export interface PendingMailControl {
  /** Whether the mail outlives the page. */
  readonly isPersisted: boolean;
  /**
   * Stores a mail and sends it. Without an answer it stays pending; a refused one is removed.
   * @throws MailError as sendMail does
   */
  send(typed: Readonly<Record<string, string>>, mail: MailRequest): Promise<void>;
  /**
   * Restores a pending mail of an earlier visit to the form: a refused one first, which is then removed, else the newest.
   * The others are sent by flushPendingMails.
   */
  restore(): { typed: Readonly<Record<string, string>>; refusal: MailRefusal | null } | null;
  /** Sends it now. @returns whether it is still pending */
  retry(): Promise<boolean>;
  takeBack(): void;
}

/** One form's pending mail: stored before it is sent, and sent again when the network is back. */
export function usePendingMail(input: PendingMailInput): PendingMailControl {
  const { form, isPending } = input;
  const [isPersisted, setIsPersisted] = useState(true);
  /** The id of the mail that the form shows, or showed last; the form may have other pending mails. */
  const shownId = useRef<string | null>(null);
  const take = useEffectEvent((event: Event) => {
    const { id, refusal }: PendingMailResult = (event as CustomEvent).detail;
    if (id !== shownId.current) return;
    event.preventDefault();
    if (refusal) removePendingMail(id);
    if (refusal) input.onRefused(refusal);
    else input.onSent();
  });
  const checkRemoved = useEffectEvent((id: string) => {
    if (!findPendingMail(id)) input.onRemoved();
  });

  useEffect(() => {
    const onResult = (event: Event) => take(event);
    addEventListener(PENDING_MAIL_EVENT, onResult);
    return () => removeEventListener(PENDING_MAIL_EVENT, onResult);
  }, []);

  useEffect(() => {
    const id = shownId.current;
    if (!isPending || id === null) return;
    const retry = () => void sendPendingMail(id);
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(PENDING_MAILS_KEY)) checkRemoved(id);
    };
    const timer = setInterval(retry, RETRY_MS);
    addEventListener("online", retry);
    addEventListener("storage", onStorage);
    // Another tab may have taken it back while this one was sending.
    checkRemoved(id);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
      removeEventListener("storage", onStorage);
    };
  }, [isPending]);

  return {
    isPersisted,
    send: async (typed, mail) => {
      const { pending, isPersisted } = await storePendingMail(form, typed, mail);
      shownId.current = pending.id;
      setIsPersisted(isPersisted);
      await sendForm(pending);
    },
    restore: () => {
      const mails = readPendingMails().filter((mail) => mail.form === form);
      const pending = mails.find(({ refusal }) => refusal) ?? mails.at(-1) ?? null;
      shownId.current = pending?.id ?? null;
      if (pending?.refusal) removePendingMail(pending.id);
      return pending && { typed: pending.typed, refusal: pending.refusal ?? null };
    },
    retry: async () => {
      if (shownId.current === null) return false;
      await sendPendingMail(shownId.current);
      return findPendingMail(shownId.current) !== null;
    },
    takeBack: () => {
      if (shownId.current !== null) removePendingMail(shownId.current);
    },
  };
}
