import type { MailRoute } from "~/domain/contact/contact-message.ts";
import { whatsappLink } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { Honeypot, TextField } from "../fields/TextField.tsx";
import { PendingMailNotice } from "../pending-mail/PendingMailNotice.tsx";
import { useNewsletter } from "./useNewsletter.ts";

interface NewsletterFormProps {
  route: MailRoute;
  /** Digits only; linked when the form fails. */
  whatsappNumber: string;
}

/** A form with one e-mail field; the browser validates the address. */
export function NewsletterForm({ route, whatsappNumber }: NewsletterFormProps) {
  const { email, outcome, isHydrated, isPersisted, form, change, submit, takeBack } = useNewsletter(route);
  return (
    <form
      ref={form}
      className="needs-js"
      aria-label="Newsletter"
      aria-busy={outcome === "sending"}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          readOnly={outcome === "pending"}
          onChange={change}
        />
        <button type="submit" className="btn btn-primary" disabled={!isHydrated}>
          {outcome === "pending" ? "Try now" : "Sign up"}
        </button>
      </div>
      <Honeypot />
      <div role="status">
        {outcome === "sending" && <p className="mt-3 text-muted">Signing you up.</p>}
        {outcome === "pending" && (
          <div className="mt-4">
            <PendingMailNotice what="Your sign-up" isPersisted={isPersisted} onTakeBack={takeBack} />
          </div>
        )}
        {outcome === "sent" && (
          <p className="notice notice-good mt-4">Thank you for signing up for our newsletters.</p>
        )}
      </div>
      <div role="alert">
        {outcome === "failed" && (
          <div className="notice notice-bad mt-4">
            <p>
              That didn't work, so you're not on the list yet. Try again in a moment, or{" "}
              <a
                className="link"
                href={whatsappLink(
                  whatsappNumber,
                  supportMessage({ problem: "the newsletter form refused me" }),
                )}
                target="_blank"
                rel="noopener"
              >
                tell us on WhatsApp
              </a>
              .
            </p>
          </div>
        )}
      </div>
    </form>
  );
}
