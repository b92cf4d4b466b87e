import { type SupportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import { type SupportContext, supportMessage } from "~/domain/contact/support-message.ts";

/** With what the first message of the chat says. */
interface SupportOptionsProps extends SupportContext {
  support: SupportContacts;
}

/** Contact links after an error: WhatsApp with a message filled in, a call, an e-mail. */
export function SupportOptions({ support, ...context }: SupportOptionsProps) {
  const chat = whatsappLink(support.whatsappNumber, supportMessage(context));
  return (
    <p className="text-small">
      Talk to us:{" "}
      <a className="link" href={chat} target="_blank" rel="noopener">
        WhatsApp
      </a>
      {" · "}
      <a className="link whitespace-nowrap" href={`tel:${support.phone.dial}`}>
        Call {support.phone.display}
      </a>
      {" · "}
      <a className="link" href={`mailto:${support.email}`}>
        {support.email}
      </a>
    </p>
  );
}
