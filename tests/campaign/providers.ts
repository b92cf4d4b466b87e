/** The providers' side: their servers, the webhooks that they send, and what becomes of each charge. */
import { providerServer, respond } from "~/sandbox/providers/answer.ts";
import { paypalApi, paypalRefusal } from "~/sandbox/providers/paypal-api.ts";
import { ORDER_LIFE_MS, paypalBook } from "~/sandbox/providers/paypal-book.ts";
import { paystackApi, paystackRefusal } from "~/sandbox/providers/paystack-api.ts";
import { paystackBook, type RefundStatus } from "~/sandbox/providers/paystack-book.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { carry, hang, SITE } from "./browser.ts";
import type { Aftermath } from "./plan.ts";
import { runIn } from "./time.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./trouble.ts";
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
  Paystack: paystackRefusal(429, "You have reached the rate limit.", "rate_limited"),
  PayPal: paypalRefusal(429, "RATE_LIMIT_REACHED"),
};

/** As either provider sends it. */
interface Event {
  readonly event?: string;
  readonly event_type?: string;
  readonly data?: { readonly reference?: string };
  readonly resource?: { readonly id: string; readonly invoice_id?: string };
}

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
  const { takesInvoicesTwice } = plan;
  const paypalOptions = { ...ACCOUNTS.paypal, newId, now, isSigned: signing.isRight, takesInvoicesTwice };
  const servers = {
    Paystack: providerServer(paystackApi(paystack, ACCOUNTS.paystackSecretKey)),
    PayPal: providerServer(paypalApi(paypal, paypalOptions)),
  };
  /** When the edge first accepted a webhook with a charge, by its reference, or with an approval, by its order's id. */
  const reportedAt = new Map<string, number>();
  const charged = new Set<string>();
  /** While it is set, no webhook reports what happens. */
  let isQuiet = false;

  const early = () => random.between(0, 50);
  const late = () => random.spread(10 * SECOND, 48 * HOUR);
  /** When an event that happens now is sent, once for each time. */
  const webhookDelays = {
    never: () => [],
    early: () => [early()],
    late: () => [late()],
    twice: () => [early(), random.chance(0.5) ? early() : late()],
    shuffled: () => (random.chance(0.3) ? [late(), late()] : [late()]),
  }[plan.webhooks];

  function happened(event: Event): void {
    const { provider, name, reference, isCharge } = factsOf(event);
    world.stir();
    world.note(`${provider}: ${name}`);
    if (isCharge) world.note(`CHARGED ${reference}`);
    if (isCharge && !charged.has(reference)) {
      const aftermath = plan.aftermath[charged.size];
      const payout = plan.payouts[charged.size];
      charged.add(reference);
      if (aftermath?.steps.length) void playAftermath(event, aftermath);
      if (provider === "Paystack" && payout) time.after(DAY, () => paystack.payOut(reference, payout));
    }
    if (isQuiet) return;
    for (const delay of webhookDelays()) time.after(delay, () => void send(event, 0));
  }

  /** Sends an event until it is accepted. */
  async function send(event: Event, attempt: number): Promise<void> {
    const { provider, name, reference, isCharge } = factsOf(event);
    const body = JSON.stringify(event);
    const headers =
      provider === "Paystack" ? signedByPaystack(body, ACCOUNTS.paystackSecretKey) : signing.headersFor(body);
    const url = `${SITE}/prod/webhooks/${provider.toLowerCase()}`;
    const request = new Request(url, { method: "POST", headers, body });
    const status = await Promise.race([
      carry(world, "webhook", request, world.drawFault("webhook", plan.line)).then(
        (answer) => answer.status,
        () => null,
      ),
      time.wait(WEBHOOK_PATIENCE_MS).then(() => null),
    ]);
    world.note(`webhook ${name} answered ${status}`);
    const id = isCharge ? reference : (event.resource?.id ?? "");
    const isTaken = status !== null && status < 300;
    if (isTaken && (isCharge || name === "CHECKOUT.ORDER.APPROVED")) {
      reportedAt.set(id, reportedAt.get(id) ?? time.now);
    }
    const pause = WEBHOOK_TRIES[attempt];
    if (!isTaken && pause !== undefined) time.after(pause, () => void send(event, attempt + 1));
  }

  async function playAftermath(event: Event, aftermath: Aftermath): Promise<void> {
    const { reference } = factsOf(event);
    const charge = chargeOf(event, aftermath);
    const pauses = [...aftermath.pauses];
    const pause = () => time.wait(pauses.shift() ?? HOUR);
    const play = <Done>(what: string, act: () => Done): Done => {
      world.note(`${what.toUpperCase()} ${reference}`);
      isQuiet = !aftermath.isReported;
      const done = act();
      isQuiet = false;
      return done;
    };
    await pause();
    for (const [what, part, ...ends] of aftermath.steps) {
      const minor = part === "all" ? charge.minor : Math.max(1, Math.floor(charge.minor * aftermath.share));
      const goOn = play(`${what} of ${minor}`, () => charge[what](minor));
      for (const end of ends) {
        await pause();
        play(`${what} ${end}`, () => goOn(end));
      }
    }
  }

  /** What can be done about a charge, in the words of either provider: each returns what goes on with it. */
  function chargeOf(event: Event, options: { readonly isRefundReported: boolean }) {
    const { provider, reference } = factsOf(event);
    const captureId = event.resource?.id ?? "";
    if (provider === "Paystack") {
      return {
        minor: paystack.find(reference)?.amount ?? 0,
        refund: (minor: number) => {
          const id = paystack.refund(reference, minor) ?? 0;
          return (end: string) => paystack.moveRefund(id, end as RefundStatus);
        },
        dispute: (minor: number) => {
          const id = paystack.dispute(reference, minor);
          return (end: string) =>
            paystack.resolve(id, end === "won" ? "declined" : "merchant-accepted", options);
        },
      };
    }
    return {
      minor: paypal.ofCapture(captureId)?.capture?.minor ?? 0,
      // PayPal's refunds are done at once, or not at all.
      refund: (minor: number) => (end: string) => {
        if (end === "processed") paypal.refund(captureId, minor);
      },
      dispute: (minor: number) => {
        const id = paypal.dispute(captureId, minor);
        return (end: string) =>
          paypal.resolve(id, end === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR", options);
      },
    };
  }

  /** Requests to PayPal with an id of their own. */
  const underWay = new Set<string>();

  /** Answers the edge, through a line that fails now and then. */
  async function answer(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    if (world.broken?.comparesNothing && BOOKS.test(pathname)) {
      return Response.json({ message: "Hidden" }, { status: 503 });
    }
    const provider = origin === ACCOUNTS.paystackOrigin ? "Paystack" : "PayPal";
    const fault = world.drawFault(provider, plan.provider);
    const id = request.headers.get("paypal-request-id");
    const key = `${pathname} ${id}`;
    // PayPal refuses a second request under an id while it works on the first.
    if (underWay.has(key)) return respond(paypalRefusal(409, "PREVIOUS_REQUEST_IN_PROGRESS"));
    if (id !== null) underWay.add(key);
    try {
      await time.wait(random.between(20, 900));
      if (fault === "hangs") return await hang();
      if (fault === "answers 503") return Response.json({ message: "Trouble" }, { status: 503 });
      if (fault === "answers 429") return respond(TOO_MANY[provider]);
      if (fault === "drops the line") throw new TypeError("fetch failed");
      const answered = await servers[provider](request);
      if (fault === "answers late") await time.wait(random.between(3 * SECOND, 20 * SECOND));
      if (fault === "loses the answer") throw new TypeError("fetch failed");
      if (fault === "answers nonsense") return new Response("<html>Bad gateway</html>");
      if (fault === "answers in another shape") return Response.json({ data: [], result: "ok" });
      return answered;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    paystack,
    paypal,
    reportedAt,
    isCharged: (reference: string) => charged.has(reference),
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
    provider: event === undefined ? ("PayPal" as const) : ("Paystack" as const),
    name,
    reference: data?.reference ?? resource?.invoice_id ?? "",
    isCharge: name === "charge.success" || name === "PAYMENT.CAPTURE.COMPLETED",
  };
}
