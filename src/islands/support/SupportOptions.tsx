import { type SupportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";

interface SupportOptionsProps {
  support: SupportContacts;
  /** The first words of the chat: what happened, with the reference. */
  message: string;
}

/** The way out of every dead end: WhatsApp with the story filled in, a call, an e-mail. */
export function SupportOptions({ support, message }: SupportOptionsProps) {
  return (
    <p className="text-small">
      Talk to us:{" "}
      <a className="link" href={whatsappLink(support.whatsappNumber, message)} target="_blank" rel="noopener">
        WhatsApp
      </a>
      {" · "}
      <a className="link" href={`tel:${support.phone.dial}`}>
        Call {support.phone.display}
      </a>
      {" · "}
      <a className="link" href={`mailto:${support.email}`}>
        {support.email}
      </a>
    </p>
  );
}
