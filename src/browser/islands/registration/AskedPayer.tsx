import type { FirstPayerLink } from "~/browser/enrolments/ask-payer.ts";
import { formatExact } from "~/domain/money/money.ts";
import { PayerLink } from "../payer-link/PayerLink.tsx";

interface AskedPayerProps {
  link: FirstPayerLink;
  /** The visitor wants to go on to the next registration. */
  onAnother(): void;
}

/** The registration is kept, and someone else pays: the link for them. */
export function AskedPayer({ link: { url, order }, onAnother }: AskedPayerProps) {
  return (
    <section className="notice notice-good" aria-label="Your link">
      <p className="notice-title">Your link is ready</p>
      <p>
        It shows your first name, {order.course.name} and the {formatExact(order.charge)} to pay today.
        Nothing has been charged yet.
      </p>
      <PayerLink key={url} url={url} />
      <p>
        Track it, pay yourself or make a new link on{" "}
        <a className="link" href="/My-enrolment">
          My enrolment
        </a>
        .
      </p>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onAnother}>
        Register someone else
      </button>
    </section>
  );
}
