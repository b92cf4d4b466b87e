/** The providers' side: their servers, the webhooks that they send, and what becomes of each charge. */
import { providerServer, respond } from "~/sandbox/providers/answer.ts";
import { paypalApi, paypalRefusal } from "~/sandbox/providers/paypal-api.ts";
import { ORDER_LIFE_MS, paypalBook } from "~/sandbox/providers/paypal-book.ts";
import { PAYSTACK_TOO_MANY, paystackApi } from "~/sandbox/providers/paystack-api.ts";
import { paystackBook, type RefundStatus } from "~/sandbox/providers/paystack-book.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { carry, hang, SITE } from "./browser.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./plan.ts";
import { runIn } from "./time.ts";
import type { World } from "./world.ts";

/** The academy's accounts, as the edge's environment names them. */
export const ACCOUNTS = {
  PAYSTACK_SECRET_KEY: "sk_live_campaign",
  PAYSTACK_API_URL: "https://api.paystack.example",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "8PT597110X687430LKGECATA",
  PAYPAL_API_URL: "https://api.paypal.example",
};
export const PAYPAL_CLIENT_ID = "campaign";

/** Paystack's own times: four times soon after, then every hour for three days. PayPal's last as long. */
const WEBHOOK_TRIES = [3 * MINUTE, 3 * MINUTE, 3 * MINUTE, ...Array<number>(72).fill(HOUR)];
const WEBHOOK_PATIENCE_MS = 30 * SECOND;

const TOO_MANY = {
  Paystack: PAYSTACK_TOO_MANY,
  PayPal: paypalRefusal(429, "RATE_LIMIT_REACHED"),
};

/** A step of a refund or dispute, of a whole charge or a part. */
type Step =
  | readonly ["refund", "all" | "part", ...("processed" | "failed" | "needs-attention")[]]
  | readonly ["dispute", "all" | "part", ...("reversed" | "won" | "lost")[]];

const AFTERMATHS: readonly (readonly Step[])[] = [
  [["refund", "all", "processed"]],
  [["refund", "part", "processed"]],
  Array(2).fill(["refund", "part", "processed"]),
  [["refund", "part", "failed"]],
  [["refund", "all", "needs-attention", "processed"]],
  [["dispute", "all", "won"]],
  [["dispute", "all", "lost"]],
  [["dispute", "part", "lost"]],
  [["dispute", "all", "lost", "won"]],
  [["dispute", "part", "won", "lost"]],
  [["dispute", "part", "lost", "won", "lost"]],
  [["dispute", "part", "reversed", "won"]],
  [
    ["dispute", "part", "won"],
    ["dispute", "part", "lost"],
  ],
  Array(2).fill(["dispute", "part", "lost"]),
  [
    ["dispute", "part", "won"],
    ["dispute", "all"],
  ],
];

/** A webhook's event, in the words of either provider. */
interface Event {
  readonly provider: "Paystack" | "PayPal";
  readonly name: string;
  readonly reference: string;
  /** The id of a capture or an order at PayPal. */
  readonly id: string;
  readonly isCharge: boolean;
  readonly body: string;
}

export function startProviders(world: World) {
  const { time, random, plan } = world;
  const newId = () => crypto.randomUUID();
  const now = () => new Date(time.now);
  const paystack = paystackBook({ now, onEvent, payersBearFees: plan.payersBearFees });
  const paypal = paypalBook({ newId, now, onEvent });
  const signing = paypalSigning(ACCOUNTS.PAYPAL_WEBHOOK_ID, now);
  const paypalOptions = {
    clientId: PAYPAL_CLIENT_ID,
    clientSecret: ACCOUNTS.PAYPAL_CLIENT_SECRET,
    newId,
    now,
    isSigned: signing.isRight,
    takesInvoicesTwice: plan.takesInvoicesTwice,
  };
  const refundStatus = () => world.noise.pick(["PENDING", "COMPLETED"] as const);
  const servers = {
    Paystack: providerServer(paystackApi(paystack, ACCOUNTS.PAYSTACK_SECRET_KEY)),
    PayPal: providerServer(paypalApi(paypal, { ...paypalOptions, refundStatus })),
  };
  /**
   * The time at which the edge first accepted a webhook with a charge, by its reference, or with an
   * approval, by its order's id.
   */
  const reportedAt = new Map<string, number>();
  /** Webhooks that the edge did not understand, or took for another's. */
  const refused: string[] = [];
  /** While it is set, no webhook reports what happens. */
  let isQuiet = false;

  function onEvent(sent: unknown): void {
    runIn(null, () => happened(readEvent(sent)));
  }

  function happened(event: Event): void {
    const { provider, name, reference, isCharge } = event;
    world.stir();
    world.note(`${provider}: ${name} ${reference}`);
    if (isCharge) void playAftermath(event);
    if (isCharge && provider === "Paystack") {
      const payout = random.chance(0.7) ? "failed" : "success";
      time.after(DAY, () => paystack.payOut(reference, payout));
    }
    if (isQuiet) return;
    for (const latest of plan.webhooks) {
      time.after(random.spread(1, latest), () => void send(event, 0));
    }
  }

  /** Sends an event until it is accepted. */
  async function send(event: Event, attempt: number): Promise<void> {
    const { provider, name, reference, id, isCharge, body } = event;
    const headers =
      provider === "Paystack"
        ? signedByPaystack(body, ACCOUNTS.PAYSTACK_SECRET_KEY)
        : signing.headersFor(body);
    const url = `${SITE}/prod/webhooks/${provider.toLowerCase()}`;
    const request = new Request(url, { method: "POST", headers, body });
    const isTaken = await Promise.race([
      carry(world, "webhook", request, world.drawFault("webhook", plan.line)).then(
        ({ ok, status }) => {
          if (status === 400 || status === 403) refused.push(`${name} ${reference}: ${status}`);
          return ok;
        },
        () => false,
      ),
      time.wait(WEBHOOK_PATIENCE_MS).then(() => false),
    ]);
    const about = isCharge ? reference : id;
    if (isTaken && (isCharge || name === "CHECKOUT.ORDER.APPROVED") && !reportedAt.has(about)) {
      reportedAt.set(about, time.now);
    }
    const pause = WEBHOOK_TRIES[attempt];
    if (!isTaken && pause !== undefined) time.after(pause, () => void send(event, attempt + 1));
  }

  async function playAftermath(event: Event): Promise<void> {
    const { comparesDaily, firstClassIn, days } = plan;
    const isReported = plan.webhooks.length > 0 && !(comparesDaily && random.chance(0.8));
    // What neither a webhook nor the books report cannot be known.
    if (!isReported && !comparesDaily) return;
    // Where money goes back each time, no plan is paid to its end.
    const often = firstClassIn === null ? 1 : 0.2;
    if (!random.chance((comparesDaily ? 0.9 : 0.3) * often)) return;
    const { minor, ...acts } = chargeOf(event);
    const share = random.pick([0.1, 0.25, 0.5]);
    const quietly = <Done>(act: () => Done): Done => {
      isQuiet = !isReported;
      const done = act();
      isQuiet = false;
      return done;
    };
    // In a year, a first step may come after many months.
    await time.wait(random.spread(10 * MINUTE, days > 300 ? 200 * DAY : 30 * HOUR));
    for (const [what, part, ...ends] of random.pick(AFTERMATHS)) {
      // PayPal's books show a dispute by the money that it moves.
      if (!isReported && what === "dispute" && ends.length === 0) continue;
      const goOn = quietly(() => acts[what](part === "all" ? minor : Math.max(1, Math.floor(minor * share))));
      for (const end of ends) {
        await time.wait(random.spread(10 * MINUTE, 12 * HOUR));
        quietly(() => goOn(end));
      }
      await time.wait(random.spread(10 * MINUTE, 12 * HOUR));
    }
  }

  /** Returns the actions on a charge, each of which returns its next steps. */
  function chargeOf({ provider, reference, id: captureId }: Event) {
    /** Whether the money that a dispute takes is reported by a refund, too. */
    const options = { isRefundReported: random.chance(0.5) };
    if (provider === "Paystack") {
      return {
        minor: paystack.find(reference)?.amount ?? 0,
        refund: (minor: number) => {
          const id = paystack.refund(reference, minor) ?? 0;
          return (end: string) => paystack.moveRefund(id, end as RefundStatus);
        },
        dispute: (minor: number) => {
          const id = paystack.dispute(reference, minor);
          if (random.chance(0.5)) paystack.answerDispute(id);
          return (end: string) => {
            // Paystack takes nothing before the bank has decided.
            if (end === "reversed") return;
            paystack.resolve(id, end === "won" ? "declined" : "merchant-accepted", options);
          };
        },
      };
    }
    return {
      minor: paypal.ofCapture(captureId)?.capture?.minor ?? 0,
      refund: (minor: number) => {
        const status = random.pick(["PENDING", "COMPLETED"]);
        const id = paypal.refund(captureId, minor, { how: "REFUNDED", status }) ?? "";
        return (end: string) => {
          if (end === "processed") paypal.moveRefund(id, "COMPLETED");
          if (end === "failed") paypal.moveRefund(id, random.pick(["FAILED", "CANCELLED"]));
        };
      },
      dispute: (minor: number) => {
        const id = paypal.dispute(captureId, minor);
        return (end: string) => {
          if (end === "reversed") return paypal.reverse(id, { isRefundReported: true });
          paypal.resolve(id, end === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR", options);
        };
      },
    };
  }

  /** Refunds of more than the edge had recorded as held, a sentence each. */
  const overdrawn: string[] = [];

  /** Answers a request to refund, and lets a refund that it has made go on. */
  async function refundBy(request: Request, serve: () => Promise<Response>): Promise<Response> {
    const { transaction } = await request.clone().json();
    const captureId = new URL(request.url).pathname.split("/").at(-2) ?? "";
    const charge = [...paystack.charges.values()].find(({ id }) => String(id) === transaction);
    const reference =
      charge?.reference ?? paypal.ofCapture(captureId)?.request.purchase_units[0].invoice_id ?? "";
    const paid = await runIn(null, () =>
      world.database
        .prepare("SELECT paid_minor FROM payments WHERE reference = ?")
        .bind(reference)
        .first<{ paid_minor: number }>(),
    );
    const earlierIds = new Set(requestedRefunds().map(({ id }) => id));
    const answered = await serve();
    for (const { id, minor } of requestedRefunds().filter((made) => !earlierIds.has(made.id))) {
      if (minor > (paid?.paid_minor ?? 0))
        overdrawn.push(`${reference} was refunded ${minor} beyond what is held.`);
      for (const [place, end] of world.noise.pick(REFUND_ENDS).entries()) {
        time.outlive(world.noise.spread(MINUTE, 6 * HOUR) + place * 6 * HOUR, () => moveRefund(id, end));
      }
    }
    if (world.noise.chance(0.3)) {
      world.noteFault("refund loses its answer");
      throw new TypeError("fetch failed");
    }
    return answered;
  }

  /** The refunds that the edge has asked for, with the text by which each is found. */
  function requestedRefunds() {
    const dollars = [...paypal.orders.values()].flatMap(({ refunds }) => refunds);
    return [
      ...[...paystack.refunds.values()].map(({ note, ...refund }) => ({ ...refund, by: note })),
      ...dollars.map(({ requestId, ...refund }) => ({ ...refund, by: requestId ?? "" })),
    ].filter(({ by }) => by !== "");
  }

  function moveRefund(id: number | string, end: RefundStatus): void {
    if (typeof id === "number") paystack.moveRefund(id, end);
    else if (end !== "needs-attention") paypal.moveRefund(id, end === "failed" ? "FAILED" : "COMPLETED");
  }

  /**
   * The time until which PayPal works at most on a request by its id. The worker that sent it may end
   * before.
   */
  const underWay = new Map<string, number>();

  /** Answers the edge, through a line that fails now and then. */
  async function answer(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    const provider = origin === ACCOUNTS.PAYSTACK_API_URL ? "Paystack" : "PayPal";
    const fault = world.drawFault(provider, plan.provider);
    const id = request.headers.get("paypal-request-id");
    const key = `${pathname} ${id}`;
    // PayPal refuses a second request under an id while it works on the first.
    if (time.now < (underWay.get(key) ?? 0))
      return respond(paypalRefusal(409, "PREVIOUS_REQUEST_IN_PROGRESS"));
    if (id !== null) underWay.set(key, time.now + LONGEST_WORK_MS);
    try {
      await time.wait(random.between(20, 900));
      if (fault === "hangs") return await hang();
      if (fault === "answers 503") return Response.json({ message: "Trouble" }, { status: 503 });
      if (fault === "answers 429") return respond(TOO_MANY[provider]);
      if (fault === "drops the line") throw new TypeError("fetch failed");
      const serve = () => servers[provider](request);
      const isRefund = request.method === "POST" && pathname.endsWith("/refund");
      const answered = isRefund ? await refundBy(request, serve) : await serve();
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
    refused,
    overdrawn,
    requestedRefunds,
    isCharged: (reference: string) =>
      Boolean(paystack.find(reference)?.paid_at) || paypal.isInvoicePaid(reference),
    /** PayPal's payer agrees to an order. @returns whether it was still there */
    approve: (orderId: string) => {
      const isThere = paypal.approve(orderId);
      if (isThere) time.outlive(ORDER_LIFE_MS, () => paypal.expire(orderId));
      return isThere;
    },
    answer,
  };
}

/** The steps of a refund that the edge has asked for. */
const REFUND_ENDS: readonly (readonly RefundStatus[])[] = [
  ["processed"],
  ["processed"],
  ["failed"],
  ["needs-attention", "processed"],
];

/** The longest time that a provider works on one request. */
const LONGEST_WORK_MS = 21 * SECOND;

function readEvent(sent: unknown): Event {
  const { event, event_type, data, resource } = sent as {
    readonly event?: string;
    readonly event_type?: string;
    readonly data?: { readonly reference?: string };
    readonly resource?: { readonly id: string; readonly invoice_id?: string };
  };
  const name = event ?? event_type ?? "";
  return {
    provider: event === undefined ? "PayPal" : "Paystack",
    name,
    reference: data?.reference ?? resource?.invoice_id ?? "",
    id: resource?.id ?? "",
    isCharge: name === "charge.success" || name === "PAYMENT.CAPTURE.COMPLETED",
    body: JSON.stringify(sent),
  };
}
