import { type RefObject, useEffect, useRef, useState } from "react";
import type { ContactField } from "~/domain/contact/contact-message.ts";
import { contactMail } from "~/mail/contact-mail.ts";
import { MailError, type MailRoute } from "~/mail/mail-client.ts";
import { isTrapped } from "../form-fields/Trap.tsx";
import { useWaitingMail } from "../waiting-mail/useWaitingMail.ts";
import {
  accepted,
  BLANK_FORM,
  type ContactFormState,
  firstWrongField,
  isBlank,
  isForVisitor,
  leftField,
  postponed,
  refused,
  submitted,
  takenBack,
  withText,
  withTyped,
} from "./contact-form-state.ts";

export interface ContactFormControl extends ContactFormState {
  /** false until the page's script runs; nothing can be sent before. */
  readonly isAwake: boolean;
  /** Of a message that waits: whether the browser keeps it when the page is left. */
  readonly isKept: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  change(field: ContactField, text: string): void;
  leave(field: ContactField): void;
  /** Checks and sends; pressing again while a message is on its way does nothing. */
  send(): void;
  /** A message that waits is not to be sent: it can be changed again. */
  takeBack(): void;
  /** Closes the thank-you. */
  dismiss(): void;
}

/** Keeps the contact form: what is typed, what is wrong, and the one message on its way or waiting for a network. */
export function useContactForm(route: MailRoute): ContactFormControl {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [state, setState] = useState(BLANK_FORM);
  const [isAwake, setIsAwake] = useState(false);
  const waiting = useWaitingMail({
    form: "contact",
    isWaiting: state.phase === "waiting",
    onSent: () => setState(accepted()),
    onRefused: (refusal) => setState((before) => refused(before, refusal)),
    onGone: () => setState(takenBack),
  });
  const takeUp = useRef(waiting.takeUp);

  // On a slow line people type before the script is there: what they typed is taken over.
  useEffect(() => {
    const typed = withTyped(form.current ? Object.fromEntries(new FormData(form.current)) : {});
    const earlier = isBlank(typed) ? takeUp.current() : null;
    if (!earlier) setState(typed);
    else if (earlier.refusal) setState(refused(withTyped(earlier.typed), earlier.refusal));
    else setState(postponed(withTyped(earlier.typed)));
    setIsAwake(true);
  }, []);

  async function send() {
    if (isSending.current) return;
    const next = submitted(state);
    setState(next);
    const wrong = firstWrongField(next);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    if (next.phase !== "sending") return;
    isSending.current = true;
    try {
      if (state.phase === "waiting") {
        const isStillWaiting = await waiting.retry();
        setState((now) => (now.phase === "sending" ? (isStillWaiting ? postponed : takenBack)(now) : now));
      } else {
        setState(await deliver(next));
      }
    } finally {
      isSending.current = false;
    }
  }

  /** Sends what was typed for the first time. @returns what the form is then */
  async function deliver(next: ContactFormState): Promise<ContactFormState> {
    const mail = contactMail(next.message, route);
    try {
      if (!isTrapped(form.current)) await waiting.send(next.message, mail);
      return accepted();
    } catch (error) {
      const { status, reply } = error instanceof MailError ? error : { status: null, reply: null };
      if (!isForVisitor(status))
        console.error(`The contact mail was not accepted (${status ?? "no answer"}).`);
      return status === null ? postponed(next) : refused(next, { status, reply });
    }
  }

  return {
    ...state,
    isAwake,
    isKept: waiting.isKept,
    form,
    change: (field, text) => setState((before) => withText(before, field, text)),
    leave: (field) => setState((before) => leftField(before, field)),
    send: () => void send(),
    takeBack: () => {
      waiting.takeBack();
      setState(takenBack);
      // The button that was pressed goes away with its notice.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
    },
    dismiss: () => setState(BLANK_FORM),
  };
}
