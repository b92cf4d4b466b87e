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
 * Requests the link by which somebody else pays.
 * @param onLink called once the link is made
 * @param onRefused called if the registration must be corrected first
 */
export function useAskedPayer(onLink: () => void, onRefused: (refusal: OrderRefusal) => void) {
  const [link, setLink] = useState<FirstPayerLink | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The order of a request without a response. Sending the same order again leads to the same enrolment. */
  const pendingOrder = useRef<Order | null>(null);

  async function ask(draft: Order): Promise<void> {
    const earlierOrder = pendingOrder.current;
    const order = earlierOrder && isSameOrder(earlierOrder, draft) ? earlierOrder : draft;
    pendingOrder.current = order;
    setIsAsking(true);
    setProblem(null);
    const result = await askPayer(order);
    setIsAsking(false);
    if (result.status !== "unreachable") pendingOrder.current = null;
    if (result.status === "refused") return onRefused(result);
    if (result.status !== "made") return setProblem(result.message);
    setLink(result.link);
    onLink();
  }

  function close(): void {
    setLink(null);
    setProblem(null);
  }

  return { link, isAsking, problem, ask, close };
}
