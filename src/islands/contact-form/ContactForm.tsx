import { CONTACT_LABELS, type ContactField } from "~/domain/contact/contact-message.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import type { MailRoute } from "~/mail/mail-client.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { TextAreaField } from "../form-fields/TextAreaField.tsx";
import { TextField } from "../form-fields/TextField.tsx";
import { Trap } from "../form-fields/Trap.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { WaitingNotice } from "../waiting-mail/WaitingNotice.tsx";
import { FILL_ALL_FIELDS } from "./contact-form-state.ts";
import { useContactForm } from "./useContactForm.ts";

interface ContactFormProps {
  route: MailRoute;
  /** What happens to what is typed; the link to the privacy policy follows. */
  privacyNote: string;
  support: SupportContacts;
}

/** Writes to the academy without leaving the page. */
export function ContactForm({ route, privacyNote, support }: ContactFormProps) {
  const { message, errors, alert, phase, isAwake, isKept, form, change, leave, send, takeBack, dismiss } =
    useContactForm(route);
  const field = (name: ContactField) => ({
    name,
    label: CONTACT_LABELS[name],
    value: message[name],
    error: errors[name],
    required: true,
    readOnly: phase === "waiting",
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
          <TextAreaField {...field("message")} />
        </fieldset>
        <Trap />
        <div role="alert">{alert && <p className="notice notice-bad font-semibold">{alert}</p>}</div>
        {alert && alert !== FILL_ALL_FIELDS && (
          <SupportOptions
            support={support}
            message={supportMessage({
              problem: `the contact form refused my message: ${alert}`,
              page: "/Contact",
            })}
          />
        )}
        <div aria-live="polite">
          {phase === "waiting" && <WaitingNotice what="Your message" isKept={isKept} onTakeBack={takeBack} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="btn btn-primary w-full sm:w-auto" disabled={!isAwake}>
            {phase === "waiting" ? "Try now" : "Send Message"}
          </button>
          <p role="status" className="text-muted">
            {phase === "sending" && "Sending your message. This can take a few seconds."}
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
