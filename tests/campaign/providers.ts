/** The providers' side: their servers, and the webhooks that they send. */

import { providerServer, respond } from "~/sandbox/providers/answer.ts";
import { paypalApi, paypalRefusal } from "~/sandbox/providers/paypal-api.ts";
import { ORDER_LIFE_MS, type PayPalBook, paypalBook } from "~/sandbox/providers/paypal-book.ts";
import { paystackApi, paystackRefusal } from "~/sandbox/providers/paystack-api.ts";
import { type PaystackBook, paystackBook } from "~/sandbox/providers/paystack-book.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { type ChargeControl, playAftermath } from "./aftermath.ts";
import { type Answerer, carry } from "./line.ts";
import { DAY, HOUR, MINUTE, SECOND, webhookDelays } from "./trouble.ts";
import { runIn } from "./virtual-time.ts";
import { drawFault, note, stir, strike, type World } from "./world.ts";

export const ACCOUNTS = {
  paystackOrigin: "https://api.paystack.example",
  paystackSecretKey: "sk_live_campaign",
  paypalOrigin: "https://api.paypal.example",
  paypalClientId: "campaign",
  paypalClientSecret: "secret",
  paypalWebhookId: "8PT597110X687430LKGECATA",
};

/** Paystack's own times: four times soon after, then every hour for three days. PayPal's last as long. */
const WEBHOOK_TRIES = [3 * MINUTE, 3 * MINUTE, 3 * MINUTE, ...Array<number>(72).fill(HOUR)];
const WEBHOOK_PATIENCE_MS = 30 * SECOND;

export interface Providers {
  readonly paystack: PaystackBook;
  readonly paypal: PayPalBook;
  isCharged(reference: string): boolean;
  /** Paystack's payer pays what was started under the reference. */
  pay(reference: string): void;
  /** PayPal's payer agrees to an order. @returns whether it was still there */
  approve(orderId: string): boolean;
  /** Schedules something that happens even when the tab that asks is gone. */
  later(delay: number, act: () => void): void;
  /** Orders of whose approval the edge has accepted the webhook, and when. */
  readonly approvalsReported: ReadonlyMap<string, number>;
  /** References of whose charge the edge has accepted the webhook, and when. */
  readonly chargesReported: ReadonlyMap<string, number>;
  /** Answers the edge, through a line that fails now and then. */
  answer(request: Request): Promise<Response>;
}

interface Event {
  readonly event?: string;
  readonly event_type?: string;
  readonly data?: { readonly reference?: string };
  readonly resource?: { readonly id: string; readonly invoice_id?: string };
}

const referenceOf = ({ data, resource }: Event) => data?.reference ?? resource?.invoice_id ?? "";
const isChargeEvent = (event: Event) =>
  event.event === "charge.success" || event.event_type === "PAYMENT.CAPTURE.COMPLETED";

/** @param answerAtEdge where webhooks are sent to */
export function startProviders(world: World, answerAtEdge: Answerer): Providers {
  const { time, random, plan } = world;
  let count = 0;
  const newId = () => {
    count += 1;
    return `N${String(count).padStart(6, "0")}`.padEnd(20, "X");
  };
  const now = () => new Date(time.now);
  const onEvent = (event: unknown) => runIn(null, () => happened(event as Event));
  const paystack = paystackBook({ now, onEvent });
  const paypal = paypalBook({ newId, now, onEvent });
  const signing = paypalSigning(ACCOUNTS.paypalWebhookId, now);
  const paystackServer = providerServer(paystackApi(paystack, ACCOUNTS.paystackSecretKey));
  const paypalServer = providerServer(
    paypalApi(paypal, {
      clientId: ACCOUNTS.paypalClientId,
      clientSecret: ACCOUNTS.paypalClientSecret,
      newId,
      now,
      isSigned: signing.isRight,
      takesInvoicesTwice: plan.takesInvoicesTwice,
    }),
  );
  const approvalsReported = new Map<string, number>();
  const chargesReported = new Map<string, number>();
  const charged = new Set<string>();
  /** While it is set, no webhook reports what happens. */
  let isQuiet = false;

  function happened(event: Event): void {
    stir(world);
    const isPaystack = event.event !== undefined;
    note(world, `${isPaystack ? "Paystack" : "PayPal"}: ${event.event ?? event.event_type}`);
    const reference = referenceOf(event);
    const isCharge = isChargeEvent(event);
    if (isCharge) note(world, `CHARGED ${reference}`);
    if (isCharge && !charged.has(reference)) {
      const aftermath = plan.aftermath[charged.size];
      const payout = plan.payouts[charged.size];
      charged.add(reference);
      if (aftermath) {
        void playAftermath(world, reference, aftermath, controlOf(event, aftermath.isReported));
      }
      if (isPaystack && payout) time.after(DAY, () => paystack.payOut(reference, payout));
    }
    if (isQuiet) return;
    for (const delay of webhookDelays(plan.webhooks, random)) time.after(delay, () => void send(event, 0));
  }

  /** Sends an event until it is accepted. */
  async function send(event: Event, attempt: number): Promise<void> {
    const raw = JSON.stringify(event);
    const isPaystack = event.event !== undefined;
    const request = new Request(
      `https://academy.example/prod/webhooks/${isPaystack ? "paystack" : "paypal"}`,
      {
        method: "POST",
        headers: isPaystack ? signedByPaystack(raw, ACCOUNTS.paystackSecretKey) : signing.headersFor(raw),
        body: raw,
      },
    );
    const fault = drawFault(world, plan.line);
    const status = await Promise.race([
      carry(world, request, { what: "webhook", fault, answer: answerAtEdge }).then(
        (answer) => answer.status,
        () => null,
      ),
      time.wait(WEBHOOK_PATIENCE_MS, () => null),
    ]);
    const name = event.event ?? event.event_type ?? "";
    note(world, `webhook ${name} answered ${status}`);
    const isTaken = status !== null && status < 300;
    if (isTaken && name === "CHECKOUT.ORDER.APPROVED" && event.resource) {
      approvalsReported.set(event.resource.id, approvalsReported.get(event.resource.id) ?? time.now);
    }
    if (isTaken && isChargeEvent(event) && !chargesReported.has(referenceOf(event))) {
      chargesReported.set(referenceOf(event), time.now);
    }
    const pause = WEBHOOK_TRIES[attempt];
    if (!isTaken && pause !== undefined) time.after(pause, () => void send(event, attempt + 1));
  }

  /** @param isReported whether webhooks report what is done */
  function controlOf(event: Event, isReported: boolean): ChargeControl {
    const act = <Done>(does: () => Done): Done => {
      isQuiet = !isReported;
      try {
        return does();
      } finally {
        isQuiet = false;
      }
    };
    if (event.event !== undefined) {
      const reference = referenceOf(event);
      return {
        minor: paystack.find(reference)?.amount ?? 0,
        refund: (minor) => {
          const id = act(() => paystack.refund(reference, minor));
          return id === null ? null : (end) => act(() => paystack.moveRefund(id, end));
        },
        dispute: (minor) => {
          const id = act(() => paystack.dispute(reference, minor));
          return (isWon, options) =>
            act(() => paystack.resolve(id, isWon ? "declined" : "merchant-accepted", options));
        },
      };
    }
    const captureId = event.resource?.id ?? "";
    return {
      minor: paypal.ofCapture(captureId)?.capture?.minor ?? 0,
      // PayPal's refunds are done at once, or not at all.
      refund: (minor) => (end) => {
        if (end === "processed") act(() => paypal.refund(captureId, minor));
      },
      dispute: (minor) => {
        const id = act(() => paypal.dispute(captureId, minor));
        return (isWon, options) =>
          act(() => paypal.resolve(id, isWon ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR", options));
      },
    };
  }

  const underWay = new Set<string>();

  /** PayPal refuses a second request under an id while it works on the first. */
  async function withRequestId(request: Request, ask: () => Promise<Response>): Promise<Response> {
    const id = request.headers.get("paypal-request-id");
    if (id === null) return ask();
    const key = `${new URL(request.url).pathname} ${id}`;
    if (underWay.has(key)) return respond(paypalRefusal(409, "PREVIOUS_REQUEST_IN_PROGRESS"));
    underWay.add(key);
    return ask().finally(() => underWay.delete(key));
  }

  async function answer(request: Request): Promise<Response> {
    const isPaystack = request.url.startsWith(ACCOUNTS.paystackOrigin);
    const fault = drawFault(world, plan.provider);
    if (fault) strike(world, `${isPaystack ? "Paystack" : "PayPal"} ${fault}`);
    return withRequestId(request, async () => {
      await time.wait(random.between(20, 900));
      if (fault === "hangs") return new Promise<never>(() => undefined);
      if (fault === "answers 503") return Response.json({ message: "Trouble" }, { status: 503 });
      if (fault === "answers 429") return respond(isPaystack ? TOO_MANY.paystack : TOO_MANY.paypal);
      if (fault === "drops the line") throw new TypeError("fetch failed");
      const answered = await (isPaystack ? paystackServer : paypalServer)(request);
      if (fault === "answers late") await time.wait(random.between(3 * SECOND, 20 * SECOND));
      if (fault === "loses the answer") throw new TypeError("fetch failed");
      if (fault === "answers nonsense") return new Response("<html>Bad gateway</html>");
      if (fault === "answers in another shape") return Response.json({ data: [], result: "ok" });
      return answered;
    });
  }

  return {
    paystack,
    paypal,
    approvalsReported,
    chargesReported,
    isCharged: (reference) => charged.has(reference),
    pay: (reference) => paystack.pay(reference, { domain: "live" }),
    approve: (orderId) => {
      const isThere = paypal.approve(orderId);
      if (isThere) runIn(null, () => time.after(ORDER_LIFE_MS, () => paypal.expire(orderId)));
      return isThere;
    },
    later: (delay, act) => void runIn(null, () => time.after(delay, act)),
    answer,
  };
}

const TOO_MANY = {
  paystack: paystackRefusal(429, "You have reached the rate limit.", "rate_limited"),
  paypal: paypalRefusal(429, "RATE_LIMIT_REACHED"),
};
