import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { MailError, type MailRequest } from "~/browser/outbox/mail-client.ts";
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
import { Button } from "../support/controls.tsx";

/** Retry interval: the `online` event does not fire for every network that comes back. */
const RETRY_MS = 30_000;

/**
 * loading, before hydration → editing.
 * editing → sending, when what was typed can be sent.
 * sending → sent, when the mail was accepted: only now are the fields cleared.
 * sending → pending, when there was no answer: the mail is stored, and sent once the network is back.
 * sending → editing, when it was refused: the text stays.
 * pending → sending, when the visitor tries again; → sent, when it was accepted meanwhile.
 * pending → editing, when the visitor or another tab takes the mail back, or it was refused.
 */
type Phase = "loading" | "editing" | "sending" | "pending" | "sent";

interface MailFormOptions<Field extends string> {
  readonly name: MailForm;
  mailOf(typed: Readonly<Record<Field, string>>): MailRequest;
  /** Whether what was typed can be sent; if not, it says why. */
  check(typed: Readonly<Record<Field, string>>, form: HTMLFormElement): boolean;
}

/** A form whose fields are sent as a mail: stored before it is sent, and sent again when the network is back. */
export function useMailForm<Field extends string>({ name, mailOf, check }: MailFormOptions<Field>) {
  const form = useRef<HTMLFormElement>(null);
  /** The id of the mail that the form shows, or showed last; the form may have other pending mails. */
  const shownId = useRef("");
  const [phase, setPhase] = useState<Phase>("loading");
  const [refusal, setRefusal] = useState<MailRefusal | null>(null);
  const [isPersisted, setIsPersisted] = useState(true);

  function read() {
    const { [HONEYPOT]: trap, ...typed } = Object.fromEntries(new FormData(form.current ?? undefined));
    return { isProgram: Boolean(trap), typed: typed as Record<Field, string> };
  }

  function thank(): void {
    form.current?.reset();
    setPhase("sent");
  }

  function refuse({ status, reply }: MailRefusal): void {
    setRefusal({ status, reply });
    setPhase("editing");
  }

  /** An earlier visit's mail fills an empty form: a refused one first, else the newest. flushPendingMails sends the others. */
  const open = useEffectEvent(() => {
    setPhase("editing");
    const mails = readPendingMails().filter((mail) => mail.form === name);
    const earlier = mails.find((mail) => mail.refusal) ?? mails.at(-1);
    const isTyped = Object.values<string>(read().typed).some((text) => text.trim());
    if (!earlier || isTyped) return;
    shownId.current = earlier.id;
    for (const [field, text] of Object.entries(earlier.typed)) {
      const control = form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
      if (control) control.value = text;
    }
    if (!earlier.refusal) return setPhase("pending");
    removePendingMail(earlier.id);
    refuse(earlier.refusal);
  });

  const take = useEffectEvent((event: Event) => {
    const { id, refusal }: PendingMailResult = (event as CustomEvent).detail;
    if (id !== shownId.current) return;
    event.preventDefault();
    if (!refusal) return thank();
    removePendingMail(id);
    refuse(refusal);
  });

  useEffect(() => {
    open();
    const onResult = (event: Event) => take(event);
    addEventListener(PENDING_MAIL_EVENT, onResult);
    return () => removeEventListener(PENDING_MAIL_EVENT, onResult);
  }, []);

  useEffect(() => {
    if (phase !== "pending") return;
    const id = shownId.current;
    const retry = () => void sendPendingMail(id);
    const checkRemoved = () => {
      if (!findPendingMail(id)) setPhase("editing");
    };
    const listening = new AbortController();
    const { signal } = listening;
    const timer = setInterval(retry, RETRY_MS);
    addEventListener("online", retry, { signal });
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(PENDING_MAILS_KEY)) checkRemoved();
    };
    addEventListener("storage", onStorage, { signal });
    // Another tab may have taken it back while this one was sending.
    checkRemoved();
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [phase]);

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (phase === "sending") return;
    setRefusal(null);
    if (phase === "pending") return retry();
    setPhase("editing");
    const { isProgram, typed } = read();
    if (!check(typed, event.currentTarget)) return;
    setPhase("sending");
    try {
      if (!isProgram) await sendFirst(typed);
      thank();
    } catch (error) {
      const { status, reply } = error instanceof MailError ? error : { status: null, reply: null };
      if (!isForVisitor(status))
        console.error(`The ${name} mail was not accepted (${status ?? "no answer"}).`);
      if (status === null) setPhase("pending");
      else refuse({ status, reply });
    }
  }

  async function sendFirst(typed: Readonly<Record<Field, string>>): Promise<void> {
    const { pending, isPersisted } = await storePendingMail(name, typed, mailOf(typed));
    shownId.current = pending.id;
    setIsPersisted(isPersisted);
    await sendForm(pending);
  }

  async function retry(): Promise<void> {
    setPhase("sending");
    await sendPendingMail(shownId.current);
    const end = findPendingMail(shownId.current) ? "pending" : "editing";
    // Otherwise its result was shown meanwhile.
    setPhase((now) => (now === "sending" ? end : now));
  }

  return {
    form,
    phase,
    refusal,
    isPersisted,
    read: () => read().typed,
    send,
    takeBack: () => {
      removePendingMail(shownId.current);
      setPhase("editing");
      // The pressed button is removed with its notice, and the focus must not be lost.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
    },
    dismiss: () => setPhase("editing"),
  };
}

/** Whether a refusal says in words why, and what to do ("try later"). Any other is a fault of ours, to be logged. */
export function isForVisitor(status: number | null): boolean {
  return status === 401 || status === 403 || status === 429;
}

interface PendingMailNoticeProps {
  /** What is pending, at the beginning of a sentence, e.g. "Your message". */
  what: string;
  mail: Pick<ReturnType<typeof useMailForm>, "isPersisted" | "takeBack">;
}

export function PendingMailNotice({ what, mail }: PendingMailNoticeProps) {
  return (
    <div className="notice">
      <p className="notice-title">Not sent yet: you're offline</p>
      <p>
        {mail.isPersisted
          ? `${what} is saved on this device for up to 30 days. We'll send it when you're back online and on this site.`
          : `We'll send it when you're back online. Keep this page open: your browser can't save it.`}
      </p>
      <Button className="btn btn-outline justify-self-start" onClick={mail.takeBack}>
        Don't send it
      </Button>
    </div>
  );
}

const HONEYPOT = "second-opinion";

/**
 * Honeypot: a hidden field outside the tab order, whose name no autofill knows. Only programs that fill in every field
 * fill it in.
 */
export function Honeypot() {
  return <input type="text" name={HONEYPOT} hidden tabIndex={-1} autoComplete="off" aria-hidden="true" />;
}
