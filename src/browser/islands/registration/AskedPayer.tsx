import { useRef, useState } from "react";
import { askPayer, type FirstPayerLink } from "~/browser/enrolments/ask-payer.ts";
import { PayerLink } from "~/browser/islands/payer-link/PayerLink.tsx";
import { formatExact } from "~/domain/money/money.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import type { OrderRefusal } from "~/domain/payments/payment-flow.ts";
import { Button, TextLink } from "../support/controls.tsx";

export function AskedPayer({ link, onAnother }: { link: FirstPayerLink; onAnother(): void }) {
  const { url, order } = link;
  const contents = `It shows your first name, ${order.course.name} and the ${formatExact(order.charge)} to pay today.`;
  return (
    <section tabIndex={-1} className="notice notice-good" aria-label="Your link">
      <p className="notice-title">Your link is ready</p>
      <p>{`${contents} Nothing has been charged yet.`}</p>
      <PayerLink key={url} url={url} amount={order.charge} courseName={order.course.name} />
      <p>
        Track it, pay yourself or make a new link on <TextLink href="/My-enrolment">My enrolment</TextLink>.
      </p>
      <Button className="btn btn-outline justify-self-start" onClick={onAnother}>
        Register someone else
      </Button>
    </section>
  );
}

/**
 * Asks for a link by which somebody else pays.
 * @param onLink called once there is one
 * @param onRefused called where the registration must be corrected first
 */
export function useAskedPayer(onLink: () => void, onRefused: (refusal: OrderRefusal) => void) {
  const [link, setLink] = useState<FirstPayerLink | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Requested, without an answer yet: the same request again is the same enrolment. */
  const unanswered = useRef<Order | null>(null);

  async function ask(draft: Order): Promise<void> {
    const earlier = unanswered.current;
    const order = earlier && isSameOrder(earlier, draft) ? earlier : draft;
    unanswered.current = order;
    setIsAsking(true);
    setProblem(null);
    const answer = await askPayer(order);
    setIsAsking(false);
    if (answer.status !== "unreachable") unanswered.current = null;
    if (answer.status === "refused") return onRefused(answer);
    if (answer.status !== "made") return setProblem(answer.message);
    setLink(answer.link);
    onLink();
  }

  function close(): void {
    setLink(null);
    setProblem(null);
  }

  return { link, isAsking, problem, ask, close };
}
