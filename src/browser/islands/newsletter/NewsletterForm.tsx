import { newsletterMail } from "~/browser/edge-client/mails.ts";
import type { MailRoute } from "~/domain/contact/contact-message.ts";
import { supportMessage, whatsappLink } from "~/domain/contact/site-facts.ts";
import { TextField, useEmailField } from "../fields/fields.tsx";
import { Honeypot, PendingMailNotice, useMailForm } from "../mail-form/mail-form.tsx";
import { NewTabLink } from "../support/controls.tsx";

interface NewsletterFormProps {
  route: MailRoute;
  /** The number to link to when the form fails, in digits only. */
  whatsappNumber: string;
}

export function NewsletterForm({ route, whatsappNumber }: NewsletterFormProps) {
  const { field, read } = useEmailField("Enter your email address.");
  const mail = useMailForm<"email">({
    name: "newsletter",
    mailOf: ({ email }) => newsletterMail(email, route),
    check: (_, form) => read(form) !== null,
  });
  const { phase } = mail;
  const chat = supportMessage({ problem: "the newsletter form refused me" });
  return (
    <form
      ref={mail.form}
      className="noscript:hidden"
      noValidate
      aria-label="Newsletter"
      aria-busy={phase === "sending"}
      onSubmit={mail.send}
    >
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField {...field} label="Email Address" readOnly={phase === "sending" || phase === "pending"} />
        <button type="submit" className="btn btn-primary" disabled={phase === "loading"}>
          {phase === "pending" ? "Try again" : "Sign up"}
        </button>
      </div>
      <Honeypot />
      <div role="status">
        {phase === "sending" && <p className="mt-3 text-muted">Signing you up.</p>}
        {phase === "pending" && (
          <div className="mt-4">
            <PendingMailNotice subject="Your sign-up" mail={mail} />
          </div>
        )}
        {phase === "sent" && (
          <p className="notice notice-good mt-4">Thank you for signing up for our newsletters.</p>
        )}
      </div>
      <div role="alert">
        {mail.refusal && (
          <div className="notice notice-bad mt-4">
            <p>
              That didn't work, so you're not on the list yet. Try again in a moment, or{" "}
              <NewTabLink href={whatsappLink(whatsappNumber, chat)}>tell us on WhatsApp</NewTabLink>.
            </p>
          </div>
        )}
      </div>
    </form>
  );
}
