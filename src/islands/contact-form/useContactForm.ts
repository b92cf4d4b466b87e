import { type RefObject, useEffect, useRef, useState } from "react";
import { CONTACT_FIELDS, type ContactField } from "~/domain/contact/contact-message.ts";
import { contactMail } from "~/mail/contact-mail.ts";
import { MailError, type MailRoute, sendMail } from "~/mail/mail-client.ts";
import { isTrapped } from "../form-fields/Trap.tsx";
import {
  accepted,
  BLANK_FORM,
  type ContactFormState,
  firstWrongField,
  isForbidden,
  leftField,
  refused,
  submitted,
  withText,
} from "./contact-form-state.ts";

export interface ContactFormControl extends ContactFormState {
  /** false until the page's script runs; nothing can be sent before. */
  readonly isAwake: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  change(field: ContactField, text: string): void;
  leave(field: ContactField): void;
  /** Checks and sends; pressing again while a message is on its way does nothing. */
  send(): void;
  /** Closes the thank-you. */
  dismiss(): void;
}

/** Keeps the contact form: what is typed, what is wrong, and the one message on its way. */
export function useContactForm(route: MailRoute): ContactFormControl {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [state, setState] = useState(BLANK_FORM);
  const [isAwake, setIsAwake] = useState(false);

  // On a slow line people type before the script is there: what they typed is taken over.
  useEffect(() => {
    if (form.current) setState(withTyped(new FormData(form.current)));
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
      if (!isTrapped(form.current)) await sendMail(contactMail(next.message, route));
      setState(accepted());
    } catch (error) {
      const { status, reply } = error instanceof MailError ? error : { status: null, reply: null };
      if (!isForbidden(status))
        console.error(`The contact mail was not accepted (${status ?? "no answer"}).`);
      setState(refused(next, { status, reply }));
    } finally {
      isSending.current = false;
    }
  }

  return {
    ...state,
    isAwake,
    form,
    change: (field, text) => setState((before) => withText(before, field, text)),
    leave: (field) => setState((before) => leftField(before, field)),
    send: () => void send(),
    dismiss: () => setState(BLANK_FORM),
  };
}

function withTyped(typed: FormData): ContactFormState {
  return CONTACT_FIELDS.reduce(
    (state, field) => withText(state, field, String(typed.get(field) ?? "")),
    BLANK_FORM,
  );
}
