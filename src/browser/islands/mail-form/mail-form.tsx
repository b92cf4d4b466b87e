import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { MailError, type MailRequest } from "~/browser/edge-client/mails.ts";
import {
  type MailForm,
  readUnsent,
  removeUnsent,
  saveUnsent,
  sendForm,
  type UnsentForm,
  unsentOf,
} from "~/browser/outbox/unsent-form.ts";
import { Button } from "../support/controls.tsx";

/** The retry interval. Not every network that comes back fires the `online` event. */
const RETRY_MS = 30_000;

/**
 * The phase of a mail form.
 * loading → editing at hydration.
 * editing → sending when the typed text passes the check.
 * sending → sent when the mail was accepted. Only then are the fields cleared.
 * sending → pending when no response came. The mail is stored and sent once the network is back.
 * sending → editing when the mail was refused. The text stays.
 * pending → sending when the visitor tries again or the network is back.
 * pending → editing when the visitor takes the mail back.
 * sent → editing when the visitor closes the notice or sends another mail.
 */
type Phase = "loading" | "editing" | "sending" | "pending" | "sent";

/** A response that refuses a mail. */
export type MailRefusal = Pick<MailError, "status" | "reply">;

interface MailFormOptions<Field extends string> {
  readonly name: MailForm;
  mailOf(typed: Readonly<Record<Field, string>>): MailRequest;
  /** Returns whether the typed text can be sent. If it cannot, shows why. */
  check(typed: Readonly<Record<Field, string>>, form: HTMLFormElement): boolean;
}

/** Sends a form's fields as a mail. The mail is stored first, and sent again when the network is back. */
export function useMailForm<Field extends string>({ name, mailOf, check }: MailFormOptions<Field>) {
  const form = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<Phase>("loading");
  const [refusal, setRefusal] = useState<MailRefusal | null>(null);
  const [isPersisted, setIsPersisted] = useState(true);

  function read() {
    const { [HONEYPOT]: trapText, ...typed } = Object.fromEntries(new FormData(form.current ?? undefined));
    return { isBot: Boolean(trapText), typed: typed as Record<Field, string> };
  }

  function showSent(): void {
    form.current?.reset();
    setPhase("sent");
  }

  /** Fills an empty form with the mail that an earlier visit could not send, and sends it. */
  const open = useEffectEvent(() => {
    setPhase("editing");
    const earlier = readUnsent(name);
    const isTyped = Object.values<string>(read().typed).some((text) => text.trim());
    if (!earlier || isTyped) return;
    for (const [field, text] of Object.entries(earlier.typed)) {
      const control = form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
      if (control) control.value = text;
    }
    setPhase("sending");
    void deliver(earlier);
  });
  useEffect(() => open(), []);

  const retry = useEffectEvent(() => {
    const unsent = readUnsent(name);
    // Another tab has sent the mail or taken it back.
    if (!unsent) return setPhase("editing");
    void deliver(unsent);
  });
  useEffect(() => {
    if (phase !== "pending") return;
    const onOnline = () => retry();
    const timer = setInterval(onOnline, RETRY_MS);
    addEventListener("online", onOnline);
    return () => {
      clearInterval(timer);
      removeEventListener("online", onOnline);
    };
  }, [phase]);

  async function deliver(unsent: UnsentForm): Promise<void> {
    try {
      await sendForm(mailOf(unsent.typed as Record<Field, string>), unsent);
      removeUnsent(name);
      showSent();
    } catch (error) {
      const { status, reply } = error instanceof MailError ? error : { status: null, reply: null };
      if (!isForVisitor(status)) {
        console.error(`The ${name} mail was not accepted (${status ?? "no answer"}).`);
      }
      // The visitor has taken the mail back, or another tab has sent it.
      if (readUnsent(name) === null) return setPhase("editing");
      if (status === null) return setPhase("pending");
      removeUnsent(name);
      setRefusal({ status, reply });
      setPhase("editing");
    }
  }

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (phase === "sending") return;
    setRefusal(null);
    if (phase === "pending") {
      setPhase("sending");
      return retry();
    }
    setPhase("editing");
    const { isBot, typed } = read();
    if (!check(typed, event.currentTarget)) return;
    // A bot must not notice that its mail is not sent.
    if (isBot) return showSent();
    setPhase("sending");
    const unsent = await unsentOf(name, typed, mailOf(typed));
    setIsPersisted(saveUnsent(name, unsent));
    await deliver(unsent);
  }

  return {
    form,
    phase,
    refusal,
    isPersisted,
    read: () => read().typed,
    send,
    takeBack: () => {
      removeUnsent(name);
      setPhase("editing");
      // The pressed button disappears with its notice, so the focus needs another place.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
    },
    dismissSent: () => setPhase("editing"),
  };
}

/** Whether a refusal's message is meant for the visitor. Any other refusal is our fault and is logged. */
export function isForVisitor(status: number | null): boolean {
  return status === 401 || status === 403 || status === 429;
}

interface PendingMailNoticeProps {
  /** The pending mail, at the beginning of a sentence: "Your message". */
  subject: string;
  mail: Pick<ReturnType<typeof useMailForm>, "isPersisted" | "takeBack">;
}

export function PendingMailNotice({ subject, mail }: PendingMailNoticeProps) {
  return (
    <div className="notice">
      <p className="notice-title">Not sent yet: you're offline</p>
      <p>
        {mail.isPersisted
          ? `${subject} is saved on this device for up to 30 days. We'll send it when you're back online and on this page.`
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
 * A hidden field outside the tab order whose name no autofill knows. Only bots fill it in, because they fill
 * in every field.
 */
export function Honeypot() {
  return <input type="text" name={HONEYPOT} hidden tabIndex={-1} autoComplete="off" aria-hidden="true" />;
}
