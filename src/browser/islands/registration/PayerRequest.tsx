import { useRef, useState } from "react";
import { type EdgeAnswer, makePayerLink, postEnrolment } from "~/browser/edge-client/enrolments.ts";
import { requestKeyOf, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { saveStartedPayment } from "~/browser/enrolments/local-payments.ts";
import { PayerLink } from "~/browser/islands/payer-link/PayerLink.tsx";
import { savedAttribution } from "~/browser/stores/attribution.ts";
import { fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import { formatExact } from "~/domain/money/money.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import type { OrderRefusal } from "~/domain/payments/payment-flow.ts";
import { Button, TextLink } from "../support/controls.tsx";

/** A link by which somebody else pays the first payment of an enrolment. */
interface FirstPayerLink {
  readonly url: string;
  readonly order: Order;
}

type PayerLinkResult =
  | { readonly status: "created"; readonly link: FirstPayerLink }
  | OrderRefusal
  /** The edge gave no response or is in trouble. The same order may be sent again. */
  | { readonly status: "unreachable"; readonly message: string };

const PAYER_PAGE = "/Sponsor";
const UNREACHABLE = "We couldn't make the link. Check your connection, then try again.";

/**
 * Stores an order's enrolment at the edge and makes a payer's link for its first payment. Nothing is charged,
 * and this browser keeps the learner's own key. Never rejects.
 */
export async function askPayer(order: Order): Promise<PayerLinkResult> {
  const request = { order, page: PAYER_PAGE, attribution: savedAttribution() };
  const started = await postEnrolment(request, requestKeyOf(order.reference));
  if (started.type !== "answered") return problemIn(started);
  const { id, key } = started.body;
  // The edge gives the key only to the request that started the enrolment, and no id if nothing was started.
  if (!id || !key) return { status: "refused", message: UNREACHABLE, errors: {} };
  saveAccess({ id, key });
  saveStartedPayment(order, id, { isForPayer: true });
  const payerLink = await makePayerLink({ id, key }, chargesOf(order));
  if (payerLink.type !== "answered") return problemIn(payerLink);
  const url = `${location.origin}${PAYER_PAGE}#${fragmentOf({ id, key: payerLink.body.key })}`;
  return { status: "created", link: { url, order } };
}

/** Returns the number of charges in the first payment: the fee, and the tuition if its price is announced. */
function chargesOf({ parts }: Order): number {
  return parts && parts.course.minor > 0 ? 2 : 1;
}

function problemIn(response: Exclude<EdgeAnswer<unknown>, { type: "answered" }>): PayerLinkResult {
  if (response.type === "unreachable") return { status: "unreachable", message: UNREACHABLE };
  const { status, message, errors } = response;
  const isRefused = status < 500 && status !== 429;
  return isRefused ? { status: "refused", message, errors } : { status: "unreachable", message };
}

export function PayerLinkNotice({ link, onAnother }: { link: FirstPayerLink; onAnother(): void }) {
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
export function usePayerRequest(onLink: () => void, onRefused: (refusal: OrderRefusal) => void) {
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
    if (result.status !== "created") return setProblem(result.message);
    setLink(result.link);
    onLink();
  }

  function close(): void {
    setLink(null);
    setProblem(null);
  }

  return { link, isAsking, problem, ask, close };
}
