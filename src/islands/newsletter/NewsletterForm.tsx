import { whatsappLink } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import type { MailRoute } from "~/mail/mail-client.ts";
import { TextField } from "../form-fields/TextField.tsx";
import { Trap } from "../form-fields/Trap.tsx";
import { WaitingNotice } from "../waiting-mail/WaitingNotice.tsx";
import { useNewsletter } from "./useNewsletter.ts";

interface NewsletterFormProps {
  route: MailRoute;
  /** Digits only: the way out when the form refuses. */
  whatsappNumber: string;
}

/** Asks for one e-mail address. The browser itself refuses what is no address. */
export function NewsletterForm({ route, whatsappNumber }: NewsletterFormProps) {
  const { email, outcome, isAwake, isKept, form, change, submit, takeBack } = useNewsletter(route);
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
      <div className="newsletter-row">
        <TextField
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          readOnly={outcome === "waiting"}
          onChange={change}
        />
        <button type="submit" className="btn btn-primary" disabled={!isAwake}>
          {outcome === "waiting" ? "Try now" : "Sign up"}
        </button>
      </div>
      <Trap />
      <div role="status">
        {outcome === "sending" && <p className="mt-3 text-muted">Signing you up.</p>}
        {outcome === "waiting" && (
          <div className="mt-4">
            <WaitingNotice what="Your sign-up" isKept={isKept} onTakeBack={takeBack} />
          </div>
        )}
        {outcome === "sent" && (
          <p className="notice notice-good mt-4">Thank you for signing up for our newsletters.</p>
        )}
      </div>
      <div role="alert">
        {outcome === "failed" && (
          <p className="notice notice-bad mt-4">
            That did not work, and you are not on the list yet. Your address is still in the field: please try
            again in a moment, or{" "}
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
        )}
      </div>
    </form>
  );
}
