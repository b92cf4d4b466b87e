import { useState } from "react";
import { contactMail } from "~/browser/edge-client/mails.ts";
import {
  CONTACT_FIELDS,
  CONTACT_LABELS,
  type ContactErrors,
  type ContactField,
  type ContactMessage,
  checkContactMessage,
  emptyFields,
  type MailRoute,
} from "~/domain/contact/contact-message.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { EMAIL_INPUT, TextField } from "../fields/fields.tsx";
import {
  Honeypot,
  isForVisitor,
  type MailRefusal,
  PendingMailNotice,
  useMailForm,
} from "../mail-form/mail-form.tsx";
import { TextLink } from "../support/controls.tsx";
import { type IslandFacts, SupportOptions, withBoundary } from "../support/IslandBoundary.tsx";

interface ContactFormProps extends IslandFacts {
  route: MailRoute;
  /** The sentence about how the data is used. A link to the privacy policy follows. */
  privacyNote: string;
}

export const ContactForm = withBoundary(({ route, privacyNote }: ContactFormProps) => {
  const [errors, setErrors] = useState<ContactErrors>({});
  const [isIncomplete, setIsIncomplete] = useState(false);
  const mail = useMailForm({
    name: "contact",
    mailOf: (message: ContactMessage) => contactMail(message, route),
    check,
  });
  const { form, phase, refusal } = mail;
  const problem = isIncomplete ? "Please fill all fields" : refusal && refusalText(refusal);

  function check(message: ContactMessage): boolean {
    const fieldErrors = checkContactMessage(message);
    const wrongField = CONTACT_FIELDS.find((name) => fieldErrors[name]);
    setErrors(fieldErrors);
    setIsIncomplete(emptyFields(message).length > 0);
    if (wrongField) form.current?.querySelector<HTMLElement>(`[name="${wrongField}"]`)?.focus();
    return !wrongField;
  }

  function recheck(name: ContactField): void {
    const error = checkContactMessage(mail.read())[name];
    setErrors((otherErrors) => ({ ...otherErrors, [name]: error }));
  }

  function onInput({ target }: { target: EventTarget }): void {
    const { name } = target as HTMLInputElement;
    // A visible error disappears as soon as the field is corrected.
    if (errors[name as ContactField]) recheck(name as ContactField);
  }

  const field = (name: ContactField) => ({
    name,
    label: CONTACT_LABELS[name],
    error: errors[name],
    required: true,
    readOnly: phase === "sending" || phase === "pending",
  });

  return (
    <>
      <form
        ref={form}
        className="card grid gap-5"
        noValidate
        aria-busy={phase === "sending"}
        aria-label="Message to the academy"
        onInput={onInput}
        onSubmit={mail.send}
      >
        <fieldset className="grid gap-5">
          <legend className="sr-only">Your message</legend>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field("firstname")} autoComplete="given-name" />
            <TextField {...field("lastname")} autoComplete="family-name" />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...EMAIL_INPUT}
              {...field("email")}
              isErrorLive
              // An empty field gets its error only when the form is sent.
              onBlur={({ target }) => {
                if (target.value.trim()) recheck("email");
              }}
            />
            <TextField {...field("phone")} type="tel" inputMode="tel" autoComplete="tel" maxLength={40} />
          </div>
          <TextField {...field("message")} rows={5} maxLength={4000} />
        </fieldset>
        <Honeypot />
        <div role="alert">{problem && <p className="notice notice-bad font-semibold">{problem}</p>}</div>
        {refusal && (
          <SupportOptions problem={`the contact form refused my message: ${problem}`} page="/Contact" />
        )}
        <div aria-live="polite">
          {phase === "pending" && <PendingMailNotice subject="Your message" mail={mail} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="btn btn-primary w-full sm:w-auto" disabled={phase === "loading"}>
            {phase === "pending" ? "Try again" : "Send Message"}
          </button>
          <p role="status" className="text-muted">
            {phase === "sending" && "Sending your message."}
          </p>
        </div>
        <p className="text-small text-muted">
          <span>{privacyNote}</span> See the <TextLink href="/Policy">Privacy Policy</TextLink>.
        </p>
      </form>
      <Dialog title="Message received" isOpen={phase === "sent"} onClose={mail.dismissSent}>
        <p>
          We appreciate you reaching out to us; your message has been received. Our representative will be in
          touch with you soon.
        </p>
      </Dialog>
    </>
  );
});

function refusalText({ status, reply }: MailRefusal): string {
  return (isForVisitor(status) && reply) || "Sorry... something went wrong on our side, please try again";
}
