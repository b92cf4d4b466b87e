import type { FirstPayerLink } from "~/browser/enrolments/ask-payer.ts";
import { formatExact } from "~/domain/money/money.ts";
import { PayerLink } from "../payer-link/PayerLink.tsx";

interface AskedPayerProps {
  link: FirstPayerLink;
  /** The visitor wants to go on to the next registration. */
  onAnother(): void;
}

/** The registration is kept, and somebody else pays: the link for them. */
export function AskedPayer({ link: { url, order }, onAnother }: AskedPayerProps) {
  return (
    <section className="notice notice-good" aria-label="Your link">
      <p className="notice-title">Your link is ready</p>
      <p>
        Whoever opens it sees your first name, {order.course.name} and the {formatExact(order.charge)} to pay
        now, and nothing else of you. Your details are kept, and nothing has been charged.
      </p>
      <PayerLink key={url} url={url} />
      <p>
        See whether it is paid, pay yourself or make a new link on{" "}
        <a className="link" href="/My-enrolment">
          My enrolment
        </a>
        .
      </p>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onAnother}>
        Register somebody else
      </button>
    </section>
  );
}
