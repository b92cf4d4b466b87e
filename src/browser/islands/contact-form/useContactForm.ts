import { useEffect, useRef, useState } from "react";
import { contactMail, MailError } from "~/browser/outbox/mail-client.ts";
import type { ContactField, MailRoute } from "~/domain/contact/contact-message.ts";
import { isHoneypotFilled } from "../fields/TextField.tsx";
import { usePendingMail } from "../pending-mail/usePendingMail.ts";
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
  withValues,
} from "./contact-form-state.ts";

/** State of the contact form: values, errors, and the one message that is being sent or pending. */
export function useContactForm(route: MailRoute) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [state, setState] = useState(BLANK_FORM);
  const [isHydrated, setIsHydrated] = useState(false);
  const pending = usePendingMail({
    form: "contact",
    isPending: state.phase === "pending",
    onSent: () => setState(accepted()),
    onRefused: (refusal) => setState((before) => refused(before, refusal)),
    onRemoved: () => setState(takenBack),
  });
  const restore = useRef(pending.restore);

  // On a slow line people type before hydration: the state starts with those values.
  useEffect(() => {
    const typed = withValues(form.current ? Object.fromEntries(new FormData(form.current)) : {});
    const earlier = isBlank(typed) ? restore.current() : null;
    if (!earlier) setState(typed);
    else if (earlier.refusal) setState(refused(withValues(earlier.typed), earlier.refusal));
    else setState(postponed(withValues(earlier.typed)));
    setIsHydrated(true);
  }, []);

  /** Validates and sends; ignored while a message is being sent. */
  async function send() {
    if (isSending.current) return;
    const next = submitted(state);
    setState(next);
    const wrong = firstWrongField(next);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    if (next.phase !== "sending") return;
    isSending.current = true;
    try {
      if (state.phase === "pending") {
        const afterwards = (await pending.retry()) ? postponed : takenBack;
        setState((now) => (now.phase === "sending" ? afterwards(now) : now));
      } else {
        setState(await deliver(next));
      }
    } finally {
      isSending.current = false;
    }
  }

  /** Sends a message for the first time. @returns the next state */
  async function deliver(next: ContactFormState): Promise<ContactFormState> {
    const mail = contactMail(next.message, route);
    try {
      if (!isHoneypotFilled(form.current)) await pending.send(next.message, mail);
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
    /** Nothing can be sent before. */
    isHydrated,
    isPersisted: pending.isPersisted,
    form,
    change: (field: ContactField, text: string) => setState((before) => withText(before, field, text)),
    leave: (field: ContactField) => setState((before) => leftField(before, field)),
    send: () => void send(),
    /** Withdraws a pending message: it can be edited again. */
    takeBack: () => {
      pending.takeBack();
      setState(takenBack);
      // The pressed button is removed with its notice, and the focus must not be lost.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
    },
    /** Closes the thank-you. */
    dismiss: () => setState(BLANK_FORM),
  };
}
