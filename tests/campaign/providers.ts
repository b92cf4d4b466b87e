/** The providers' side: their servers, what they have charged, and the webhooks that they send. */
import type { Order } from "~/domain/enrolment/order.ts";
import { approvedEvent, captureEvent } from "../fixtures/paypal-events.ts";
import { chargeOf, chargeSuccess, signedByPaystack } from "../fixtures/paystack-events.ts";
import { askInProcess } from "../mocks/in-process.ts";
import { type CaptureMode, paypalApi, type ShownOrder } from "../mocks/paypal-api.ts";
import { paystackApi } from "../mocks/paystack-api.ts";
import { type Answerer, carry } from "./line.ts";
import { runIn } from "./virtual-time.ts";
import { drawFault, note, strike, type World } from "./world.ts";

export const ACCOUNTS = {
  paystackOrigin: "https://api.paystack.example",
  paystackSecretKey: "sk_live_campaign",
  paypalOrigin: "https://api.paypal.example",
  paypalClientId: "campaign",
  paypalWebhookId: "8PT597110X687430LKGECATA",
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Paystack's own times: four times soon after, then every hour for three days. PayPal's last as long. */
const WEBHOOK_TRIES = [3 * MINUTE, 3 * MINUTE, 3 * MINUTE, ...Array<number>(72).fill(HOUR)];

export interface Charge {
  readonly reference: string;
  /** Kobo or cents. */
  readonly minor: number;
}

export interface Providers {
  /** Every charge that was made: the truth, as the providers know it. */
  readonly charges: readonly Charge[];
  isCharged(reference: string): boolean;
  /** Paystack's payer pays. */
  charge(order: Order): void;
  /** Likewise, after a while. */
  chargeLater(order: Order, delay: number): void;
  /** The number that Paystack gives a charge. */
  chargeId(reference: string): number;
  /** PayPal's payer agrees to an order. */
  approve(orderId: string, order: Order): void;
  captureAs(orderId: string, mode: CaptureMode): void;
  /** PayPal's trouble with an order is over after a while. */
  captureLater(orderId: string, delay: number): void;
  /** Answers the edge, through a line that fails now and then. */
  answer(request: Request): Promise<Response>;
}

/** @param answerAtEdge where webhooks are sent to @param account the secret of PayPal's account, one for each run */
export function startProviders(world: World, account: string, answerAtEdge: Answerer): Providers {
  const { time, random, plan } = world;
  const charges: Charge[] = [];
  const ids = new Map<string, number>();
  let count = 0;
  const newId = () => {
    count += 1;
    return `N${String(count).padStart(6, "0")}`.padEnd(20, "X");
  };
  const paystack = paystackApi(ACCOUNTS.paystackSecretKey);
  const paypal = paypalApi(
    { clientId: ACCOUNTS.paypalClientId, clientSecret: account, webhookId: ACCOUNTS.paypalWebhookId },
    newId,
  );
  const play = (path: string, text = "", method = "POST"): unknown => {
    const told = paypal({ method, path: `/stand-in/${path}`, headers: {}, text });
    if (told === "hang up") throw new Error("The stand-in hung up on the test itself.");
    return told.json;
  };
  const orders = new Map<string, Order>();

  /** Sends an event as often as the plan says, each until it is taken. */
  function tellEdge(path: string, event: unknown, headersFor: (raw: string) => Record<string, string>): void {
    const raw = JSON.stringify(event);
    for (const delay of plan.webhooks) runIn(null, () => time.after(delay, () => void send(0)));

    async function send(attempt: number): Promise<void> {
      const request = new Request(`https://academy.example${path}`, {
        method: "POST",
        headers: headersFor(raw),
        body: raw,
      });
      const fault = drawFault(world, plan.line);
      const status = await Promise.race([
        carry(world, request, { what: "webhook", fault, answer: answerAtEdge }).then(
          (answer) => answer.status,
          () => null,
        ),
        time.wait(30_000, () => null),
      ]);
      note(world, `webhook to ${path} answered ${status}`);
      const pause = WEBHOOK_TRIES[attempt];
      if ((status === null || status >= 300) && pause !== undefined)
        time.after(pause, () => void send(attempt + 1));
    }
  }

  function charge(order: Order): void {
    const { reference, charge: money } = order;
    if (charges.some((each) => each.reference === reference)) return;
    charges.push({ reference, minor: money.minor });
    note(world, `CHARGED ${reference}`);
    const made = chargeOf(order, { id: chargeId(reference), paid_at: new Date().toISOString() });
    paystack({
      method: "PUT",
      path: `/stand-in/charges/${reference}`,
      headers: {},
      text: JSON.stringify(made),
    });
    tellEdge("/prod/webhooks/paystack", chargeSuccess(made), (raw) =>
      signedByPaystack(raw, ACCOUNTS.paystackSecretKey),
    );
  }

  function chargeId(reference: string): number {
    const id = ids.get(reference) ?? 4_099_260_000 + ids.size;
    ids.set(reference, id);
    return id;
  }

  const captureAs = (orderId: string, mode: CaptureMode) =>
    void play(`orders/${orderId}/mode`, JSON.stringify(mode));
  const sign = (raw: string) => play("sign", raw) as Record<string, string>;

  /** PayPal has taken money for an order: it says so in a webhook. */
  function noticeCaptures(): void {
    for (const { id, purchase_units } of play("orders", "", "GET") as ShownOrder[]) {
      const order = orders.get(id);
      const capture = purchase_units[0].payments?.captures[0];
      if (!order || !capture || charges.some(({ reference }) => reference === order.reference)) continue;
      charges.push({ reference: order.reference, minor: order.charge.minor });
      note(world, `CHARGED ${order.reference}`);
      tellEdge("/prod/webhooks/paypal", captureEvent("COMPLETED", order, { id: capture.id }), sign);
    }
  }

  async function answer(request: Request): Promise<Response> {
    const isPaystack = request.url.startsWith(ACCOUNTS.paystackOrigin);
    const name = isPaystack ? "Paystack" : "PayPal";
    await time.wait(random.between(20, 900));
    const fault = drawFault(world, plan.provider);
    if (fault) strike(world, `${name} ${fault === "503" ? "answers 503" : fault}`);
    if (fault === "hangs") return new Promise<never>(() => undefined);
    if (fault === "503") return Response.json({ message: "Trouble" }, { status: 503 });
    if (fault === "drops the line") throw new TypeError("fetch failed");
    const answered = await askInProcess(isPaystack ? paystack : paypal, request).finally(() =>
      runIn(null, noticeCaptures),
    );
    if (fault) throw new TypeError("fetch failed");
    return answered;
  }

  return {
    charges,
    isCharged: (reference) => charges.some((each) => each.reference === reference),
    charge: (order) => runIn(null, () => charge(order)),
    chargeLater: (order, delay) => runIn(null, () => time.after(delay, () => charge(order))),
    chargeId,
    approve: (orderId, order) =>
      runIn(null, () => {
        orders.set(orderId, order);
        play(`orders/${orderId}/approve`);
        tellEdge("/prod/webhooks/paypal", approvedEvent(order, orderId, new Date()), sign);
      }),
    captureAs,
    captureLater: (orderId, delay) =>
      runIn(null, () => time.after(delay, () => captureAs(orderId, "completed"))),
    answer,
  };
}
