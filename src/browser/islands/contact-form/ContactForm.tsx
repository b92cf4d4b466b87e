import { CONTACT_LABELS, type ContactField, type MailRoute } from "~/domain/contact/contact-message.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { Honeypot, TextField } from "../fields/TextField.tsx";
import { PendingMailNotice } from "../pending-mail/PendingMailNotice.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { FILL_ALL_FIELDS } from "./contact-form-state.ts";
import { useContactForm } from "./useContactForm.ts";

interface ContactFormProps {
  route: MailRoute;
  /** How the data is used; a link to the privacy policy follows. */
  privacyNote: string;
  support: SupportContacts;
}

export function ContactForm({ route, privacyNote, support }: ContactFormProps) {
  const {
    message,
    errors,
    alert,
    phase,
    isHydrated,
    isPersisted,
    form,
    change,
    leave,
    send,
    takeBack,
    dismiss,
  } = useContactForm(route);
  const field = (name: ContactField) => ({
    name,
    label: CONTACT_LABELS[name],
    value: message[name],
    error: errors[name],
    required: true,
    readOnly: phase === "pending",
    onChange: (text: string) => change(name, text),
  });

  return (
    <>
      <form
        ref={form}
        className="card grid gap-5"
        noValidate
        aria-busy={phase === "sending"}
        aria-label="Message to the academy"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <fieldset className="grid gap-5">
          <legend className="sr-only">Your message</legend>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field("firstname")} autoComplete="given-name" />
            <TextField {...field("lastname")} autoComplete="family-name" />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field("email")}
              onBlur={() => leave("email")}
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
            />
            <TextField {...field("phone")} type="tel" inputMode="tel" autoComplete="tel" maxLength={40} />
          </div>
          <TextField {...field("message")} rows={5} maxLength={4000} />
        </fieldset>
        <Honeypot />
        <div role="alert">{alert && <p className="notice notice-bad font-semibold">{alert}</p>}</div>
        {alert && alert !== FILL_ALL_FIELDS && (
          <SupportOptions
            support={support}
            problem={`the contact form refused my message: ${alert}`}
            page="/Contact"
          />
        )}
        <div aria-live="polite">
          {phase === "pending" && (
            <PendingMailNotice what="Your message" isPersisted={isPersisted} onTakeBack={takeBack} />
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="btn btn-primary w-full sm:w-auto" disabled={!isHydrated}>
            {phase === "pending" ? "Try now" : "Send Message"}
          </button>
          <p role="status" className="text-muted">
            {phase === "sending" && "Sending your message."}
          </p>
        </div>
        <p className="text-small text-muted">
          {privacyNote} See the{" "}
          <a className="link" href="/Policy">
            Privacy Policy
          </a>
          .
        </p>
      </form>
      <Dialog title="Message received" isOpen={phase === "sent"} onClose={dismiss}>
        <p>
          We appreciate you reaching out to us; your message has been received. Our representative will be in
          touch with you soon.
        </p>
      </Dialog>
    </>
  );
}
