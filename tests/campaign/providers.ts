/** The payment providers: their servers, over connections that fail, and the later events of each charge. */
import { providerServer, respond } from "~/sandbox/providers/answer.ts";
import { paypalApi, paypalRefusal } from "~/sandbox/providers/paypal-api.ts";
import { ORDER_LIFE_MS, paypalBook } from "~/sandbox/providers/paypal-book.ts";
import { PAYSTACK_TOO_MANY, paystackApi } from "~/sandbox/providers/paystack-api.ts";
import { paystackBook } from "~/sandbox/providers/paystack-book.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { hang } from "./browser.ts";
import { DAY, SECOND } from "./plan.ts";
import { startRefunds } from "./requested-refunds.ts";
import { returnMoney } from "./returned-money.ts";
import { runIn } from "./time.ts";
import { readEvent, startWebhooks } from "./webhooks.ts";
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

const TOO_MANY_REQUESTS = {
  Paystack: PAYSTACK_TOO_MANY,
  PayPal: paypalRefusal(429, "RATE_LIMIT_REACHED"),
};

/** The longest time that a provider works on one request. */
const LONGEST_WORK_MS = 21 * SECOND;

export function startProviders(world: World) {
  const { time, random, plan } = world;
  const newId = () => crypto.randomUUID();
  const now = () => new Date(time.now);
  const paystack = paystackBook({ now, onEvent, payersBearFees: plan.payersBearFees });
  const paypal = paypalBook({ newId, now, onEvent });
  const signing = paypalSigning(ACCOUNTS.PAYPAL_WEBHOOK_ID, now);
  const webhooks = startWebhooks(world, {
    Paystack: (body) => signedByPaystack(body, ACCOUNTS.PAYSTACK_SECRET_KEY),
    PayPal: signing.headersFor,
  });
  const refunds = startRefunds(world, { paystack, paypal });
  const servers = {
    Paystack: providerServer(paystackApi(paystack, ACCOUNTS.PAYSTACK_SECRET_KEY)),
    PayPal: providerServer(
      paypalApi(paypal, {
        clientId: PAYPAL_CLIENT_ID,
        clientSecret: ACCOUNTS.PAYPAL_CLIENT_SECRET,
        newId,
        now,
        isSigned: signing.isSigned,
        takesInvoicesTwice: plan.takesInvoicesTwice,
        refundStatus: () => world.noise.pick(["PENDING", "COMPLETED"] as const),
      }),
    ),
  };
  let isSilent = false;

  /** Runs a function whose events no webhook reports. */
  function silently<Result>(act: () => Result): Result {
    isSilent = true;
    const result = act();
    isSilent = false;
    return result;
  }

  function onEvent(sent: unknown): void {
    const event = readEvent(sent);
    const { provider, name, reference, isCharge } = event;
    runIn(null, () => {
      world.noteActivity();
      world.note(`${provider}: ${name} ${reference}`);
      if (isCharge) void returnMoney(world, { paystack, paypal }, event, silently);
      if (isCharge && provider === "Paystack") {
        const status = random.chance(0.7) ? "failed" : "success";
        time.after(DAY, () => paystack.payOut(reference, status));
      }
      if (!isSilent) webhooks.schedule(event);
    });
  }

  /**
   * The latest time at which PayPal finishes a request, by its path and id. The worker that sent the request may
   * have ended.
   */
  const busyUntil = new Map<string, number>();

  /** Answers the edge. */
  async function answer(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    const provider = origin === ACCOUNTS.PAYSTACK_API_URL ? "Paystack" : "PayPal";
    const fault = world.drawFault(provider, plan.provider);
    const id = request.headers.get("paypal-request-id");
    const key = `${pathname} ${id}`;
    // PayPal refuses a second request under an id while it works on the first.
    if (time.now < (busyUntil.get(key) ?? 0))
      return respond(paypalRefusal(409, "PREVIOUS_REQUEST_IN_PROGRESS"));
    if (id !== null) busyUntil.set(key, time.now + LONGEST_WORK_MS);
    try {
      await time.wait(random.between(20, 900));
      if (fault === "hangs") return await hang();
      if (fault === "answers 503") return Response.json({ message: "Trouble" }, { status: 503 });
      if (fault === "answers 429") return respond(TOO_MANY_REQUESTS[provider]);
      if (fault === "drops the line") throw new TypeError("fetch failed");
      const isRefund = request.method === "POST" && pathname.endsWith("/refund");
      const server = servers[provider];
      const response = await (isRefund ? refunds.serve(request, server) : server(request));
      if (fault === "answers late") await time.wait(random.between(3 * SECOND, 20 * SECOND));
      if (fault === "loses the answer") throw new TypeError("fetch failed");
      if (fault === "answers nonsense") return new Response("<html>Bad gateway</html>");
      if (fault === "answers in another shape") return Response.json({ data: [], result: "ok" });
      return response;
    } finally {
      busyUntil.delete(key);
    }
  }

  return {
    paystack,
    paypal,
    reportedAt: webhooks.reportedAt,
    rejectedWebhooks: webhooks.rejected,
    excessiveRefunds: refunds.excessive,
    requestedRefunds: refunds.requested,
    isCharged: (reference: string) =>
      Boolean(paystack.find(reference)?.paid_at) || paypal.isInvoicePaid(reference),
    /** Approves an order for its payer. @returns false if the order has expired */
    approve: (orderId: string) => {
      const isApproved = paypal.approve(orderId);
      if (isApproved) time.schedule(ORDER_LIFE_MS, () => paypal.expire(orderId));
      return isApproved;
    },
    answer,
  };
}
