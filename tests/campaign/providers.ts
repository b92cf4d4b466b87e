/** The providers' side: their servers, and the webhooks that they send. */

import { providerServer, respond } from "~/sandbox/providers/answer.ts";
import { paypalApi, paypalRefusal } from "~/sandbox/providers/paypal-api.ts";
import { ORDER_LIFE_MS, paypalBook } from "~/sandbox/providers/paypal-book.ts";
import { paystackApi, paystackRefusal } from "~/sandbox/providers/paystack-api.ts";
import { paystackBook } from "~/sandbox/providers/paystack-book.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { type ChargeControl, playAftermath } from "./aftermath.ts";
import { carry, SITE } from "./network.ts";
import { DAY, HOUR, MINUTE, SECOND, webhookDelays } from "./trouble.ts";
import { runIn } from "./virtual-time.ts";
import type { World } from "./world.ts";

export const ACCOUNTS = {
  paystackOrigin: "https://api.paystack.example",
  paystackSecretKey: "sk_live_campaign",
  paypalOrigin: "https://api.paypal.example",
  paypal: { clientId: "campaign", clientSecret: "secret" },
  paypalWebhookId: "8PT597110X687430LKGECATA",
};

/** Paystack's own times: four times soon after, then every hour for three days. PayPal's last as long. */
const WEBHOOK_TRIES = [3 * MINUTE, 3 * MINUTE, 3 * MINUTE, ...Array<number>(72).fill(HOUR)];
const WEBHOOK_PATIENCE_MS = 30 * SECOND;

/** Where a broken edge's comparison looks in vain. */
const BOOKS = /^\/(?:refund|dispute|settlement|v1\/reporting\/transactions)$/;

const TOO_MANY = {
  paystack: paystackRefusal(429, "You have reached the rate limit.", "rate_limited"),
  paypal: paypalRefusal(429, "RATE_LIMIT_REACHED"),
};

/** As either provider sends it. */
interface Event {
  readonly event?: string;
  readonly event_type?: string;
  readonly data?: { readonly reference?: string };
  readonly resource?: { readonly id: string; readonly invoice_id?: string };
}

export type Providers = ReturnType<typeof startProviders>;

export function startProviders(world: World) {
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
  const servers = {
    paystack: providerServer(paystackApi(paystack, ACCOUNTS.paystackSecretKey)),
    paypal: providerServer(
      paypalApi(paypal, {
        ...ACCOUNTS.paypal,
        newId,
        now,
        isSigned: signing.isRight,
        takesInvoicesTwice: plan.takesInvoicesTwice,
      }),
    ),
  };
  /** Orders of whose approval the edge has accepted the webhook, and when first. */
  const approvalsReported = new Map<string, number>();
  /** When the edge accepted a webhook with a charge for the first time, by its reference. */
  const chargesReported = new Map<string, number>();
  const charged = new Set<string>();
  /** While it is set, no webhook reports what happens. */
  let isQuiet = false;

  function happened(event: Event): void {
    const { isPaystack, name, reference, isCharge } = factsOf(event);
    world.stir();
    world.note(`${isPaystack ? "Paystack" : "PayPal"}: ${name}`);
    if (isCharge) world.note(`CHARGED ${reference}`);
    if (isCharge && !charged.has(reference)) {
      const aftermath = plan.aftermath[charged.size];
      const payout = plan.payouts[charged.size];
      charged.add(reference);
      if (aftermath) void playAftermath(world, reference, aftermath, controlOf(event, aftermath.isReported));
      if (isPaystack && payout) time.after(DAY, () => paystack.payOut(reference, payout));
    }
    if (isQuiet) return;
    for (const delay of webhookDelays(plan.webhooks, random)) time.after(delay, () => void send(event, 0));
  }

  /** Sends an event until it is accepted. */
  async function send(event: Event, attempt: number): Promise<void> {
    const { isPaystack, name, reference, isCharge } = factsOf(event);
    const body = JSON.stringify(event);
    const request = new Request(`${SITE}/prod/webhooks/${isPaystack ? "paystack" : "paypal"}`, {
      method: "POST",
      headers: isPaystack ? signedByPaystack(body, ACCOUNTS.paystackSecretKey) : signing.headersFor(body),
      body,
    });
    const status = await Promise.race([
      carry(world, "webhook", request, world.drawFault(plan.line)).then(
        (answer) => answer.status,
        () => null,
      ),
      time.wait(WEBHOOK_PATIENCE_MS).then(() => null),
    ]);
    world.note(`webhook ${name} answered ${status}`);
    const isTaken = status !== null && status < 300;
    if (isTaken && name === "CHECKOUT.ORDER.APPROVED") keepFirst(approvalsReported, event.resource?.id);
    if (isTaken && isCharge) keepFirst(chargesReported, reference);
    const pause = WEBHOOK_TRIES[attempt];
    if (!isTaken && pause !== undefined) time.after(pause, () => void send(event, attempt + 1));
  }

  function keepFirst(times: Map<string, number>, id = ""): void {
    times.set(id, times.get(id) ?? time.now);
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
    const { isPaystack, reference } = factsOf(event);
    if (isPaystack) {
      return {
        minor: paystack.find(reference)?.amount ?? 0,
        refund: (minor) => {
          const id = act(() => paystack.refund(reference, minor));
          return (end) => {
            if (id !== null) act(() => paystack.moveRefund(id, end));
          };
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

  /** Answers the edge, through a line that fails now and then. */
  async function answer(request: Request): Promise<Response> {
    if (world.broken?.comparesNothing && BOOKS.test(new URL(request.url).pathname)) {
      return Response.json({ message: "Hidden" }, { status: 503 });
    }
    const provider = request.url.startsWith(ACCOUNTS.paystackOrigin) ? "paystack" : "paypal";
    const fault = world.drawFault(plan.provider);
    if (fault) world.strike(`${provider === "paystack" ? "Paystack" : "PayPal"} ${fault}`);
    return withRequestId(request, async () => {
      await time.wait(random.between(20, 900));
      if (fault === "hangs") return new Promise<never>(() => undefined);
      if (fault === "answers 503") return Response.json({ message: "Trouble" }, { status: 503 });
      if (fault === "answers 429") return respond(TOO_MANY[provider]);
      if (fault === "drops the line") throw new TypeError("fetch failed");
      const answered = await servers[provider](request);
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
    isCharged: (reference: string) => charged.has(reference),
    /** Paystack's payer pays what was started under the reference. */
    pay: (reference: string) => paystack.pay(reference, { domain: "live" }),
    /** PayPal's payer agrees to an order. @returns whether it was still there */
    approve: (orderId: string) => {
      const isThere = paypal.approve(orderId);
      if (isThere) time.outlive(ORDER_LIFE_MS, () => paypal.expire(orderId));
      return isThere;
    },
    answer,
  };
}

function factsOf({ event, event_type, data, resource }: Event) {
  const name = event ?? event_type ?? "";
  return {
    isPaystack: event !== undefined,
    name,
    reference: data?.reference ?? resource?.invoice_id ?? "",
    isCharge: name === "charge.success" || name === "PAYMENT.CAPTURE.COMPLETED",
  };
}
