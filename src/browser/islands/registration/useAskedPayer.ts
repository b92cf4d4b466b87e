import { useRef, useState } from "react";
import { askPayer, type FirstPayerLink } from "~/browser/enrolments/ask-payer.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";

/** Asks for a link by which somebody else pays. @param onLink called once there is one */
export function useAskedPayer(onLink: () => void) {
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
    if (answer.status !== "made") return setProblem(answer.message);
    setLink(answer.link);
    onLink();
  }

  return {
    /** null while no payer is asked. */
    link,
    isAsking,
    /** Why there is no link, in words; null while there is nothing to say. */
    problem,
    ask,
    close: () => setLink(null),
  };
}
