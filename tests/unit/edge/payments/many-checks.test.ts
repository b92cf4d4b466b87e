import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { registrationMail } from "~/browser/outbox/deliver-entry.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { paypalOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { paypalBook } from "~/sandbox/providers/paypal-book.ts";
import { shownOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { edgeApp } from "../../../fixtures/edge.ts";
import { entryOf, freshReference, newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { post } from "../../../fixtures/payment-desk.ts";
import { limitsByMinute } from "../../../fixtures/per-minute.ts";
import { NO_PAYSTACK } from "../../../fixtures/provider-books.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

/** Payments of an hour, half of them in dollars, while others flood the edge with claims and orders. */

const MINUTE = 60_000;
const START = new Date("2026-11-21T09:00:00.000Z").getTime();
const PAYMENTS = 1_500;
const FLOODED_MINUTES = 6;
/** The time of one response: six are requested at once and take up to 0.6 seconds. */
const CLOCK_MOVES_AN_ANSWER_MS = 100;
const WINDOW_MS = 15 * MINUTE;
/** The most statements of one invocation on the platform's paid plan. */
const MAX_STATEMENTS = 1_000;
const MAX_REQUESTS = 10_000;

const signed = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
  "paypal-transmission-id": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
  "paypal-transmission-sig": "c2lnbmVk",
};

/** Returns an edge in which only what is listed here takes time. */
function busyEdge() {
  let now = START;
  let requests = 0;
  let statements = 0;
  const inner = openDatabase();
  const db = {
    batch: inner.batch,
    prepare: (sql: string) => {
      statements += 1;
      return inner.prepare(sql);
    },
  };
  const answer = <T>(value: T): Promise<T> => {
    requests += 1;
    now += CLOCK_MOVES_AN_ANSWER_MS;
    return Promise.resolve(value);
  };
  const events: unknown[] = [];
  const book = paypalBook({
    newId: randomUUID,
    now: () => new Date(now),
    onEvent: (event) => events.push(event),
  });
  const stored = (id: string) => {
    const order = book.orders.get(id);
    if (!order) throw new Error("PayPal does not know this order.");
    return order;
  };
  const answered = (id: string) => answer(paypalOrder.parse(shownOrder(stored(id))));
  const paypal: Omit<PayPalClient, "getCapture" | "refund" | "getRefund"> = {
    createOrder: async (purchase, requestId) => book.create(purchase, requestId).id,
    getOrder: answered,
    captureOrder: (id) => {
      book.take(stored(id));
      return answered(id);
    },
    isOwnWebhook: async () => true,
    listMovements: async () => ({ rows: [], isLast: true }),
  };
  const paystack = { ...NO_PAYSTACK, verify: () => answer(null) };
  const queued: Job[] = [];
  const app = edgeApp({
    db,
    jobs: { send: async (job) => queued.push(job) },
    limits: limitsByMinute(() => now),
    providers: {
      paystack: { secretKey: "sk_live_many", client: paystack },
      paypal: { secretKey: "secret", webhookId: "WEBHOOK", client: paypal as PayPalClient, isLive: true },
    },
    now: () => new Date(now),
  });

  async function usedBy(act: () => Promise<void>) {
    const countsBefore = { requests, statements };
    await act();
    return { requests: requests - countsBefore.requests, statements: statements - countsBefore.statements };
  }

  return {
    db,
    stored,
    get now() {
      return now;
    },
    until: (time: number) => {
      now = Math.max(now, time);
    },
    ask: (path: string, body: unknown, headers: Record<string, string>) =>
      app.fetch(post(path, body, headers)),
    /** Lets the payer agree at PayPal. @returns PayPal's report */
    approve: (id: string) => {
      book.approve(id);
      return events.at(-1);
    },
    /** Sweeps. @returns the statements of the sweep and of each batch of checks */
    sweep: async () => {
      const used = [await usedBy(() => app.sweep())];
      const checks = queued.splice(0).filter(({ type }) => type === "verify");
      while (checks.length > 0) {
        const batch = checks
          .splice(0, 5)
          .map((body) => ({ body, attempts: 1, ack: () => {}, retry: () => {} }));
        used.push(await usedBy(() => app.runJobs(batch)));
      }
      return used;
    },
  };
}

test("of 1,500 payments in an hour, each approval is captured in its quarter of an hour", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const edge = busyEdge();
  /** The orders that payers agreed to, and whether PayPal reports the approval. */
  const approvals = new Map<string, boolean>();

  async function registerOne(index: number): Promise<void> {
    const isDollars = index % 2 === 0;
    const phone = `+234803${String(index).padStart(7, "0")}`;
    const order = orderOf({
      currency: isDollars ? "USD" : "NGN",
      reference: freshReference(),
      registration: { email: `learner-${index}@example.com`, phone },
    });
    const visitor = { "cf-connecting-ip": `198.51.${index % 250}.${index % 199}` };
    if (!isDollars) {
      await edge.ask("/prod/enrolments", { order }, visitor);
      return;
    }
    const { id } = await (await edge.ask("/prod/paypal/orders", { order }, visitor)).json();
    // Of six payers in dollars one agrees and is lost, one is lost together with the webhook, and four leave.
    const story = (index / 2) % 6;
    if (story > 1) return;
    const event = edge.approve(id);
    approvals.set(id, story === 0);
    if (story === 1) return;
    const headers = { ...signed, "paypal-transmission-time": new Date(edge.now).toISOString() };
    expect((await edge.ask("/prod/webhooks/paypal", event, headers)).status).toBe(200);
  }

  async function flood(): Promise<void> {
    const flooder = { "cf-connecting-ip": "203.0.113.7" };
    for (let count = 0; count < 20; count += 1) {
      const claimed = newOrder();
      const key = { "idempotency-key": `${claimed.reference}:staff-1:paid`, ...flooder };
      await edge.ask("/prod/mailing", registrationMail(entryOf(claimed), "staff-1"), key);
    }
    for (let count = 0; count < 120; count += 1) {
      await edge.ask("/prod/enrolments", { order: newOrder() }, flooder);
    }
  }

  const used: { requests: number; statements: number }[] = [];
  for (let minute = 0, index = 0; minute < 90; minute += 1) {
    edge.until(START + minute * MINUTE);
    if (minute < FLOODED_MINUTES) await flood();
    for (; index < (PAYMENTS * (minute + 1)) / 60 && index < PAYMENTS; index += 1) await registerOne(index);
    if (minute % 5 === 0) used.push(...(await edge.sweep()));
  }

  expect(approvals.size).toBeGreaterThan(240);
  for (const [id, isReported] of approvals) {
    const { capture, approvedAt } = edge.stored(id);
    const wait = Date.parse(capture?.create_time ?? "") - Date.parse(approvedAt ?? "");
    // A reported approval waits for the page's minute, the next sweep, and the sweep's own time.
    expect(wait, id).toBeLessThan(isReported ? 7 * MINUTE : WINDOW_MS);
  }
  for (const { requests, statements } of used) {
    expect(requests).toBeLessThan(MAX_REQUESTS);
    expect(statements).toBeLessThan(MAX_STATEMENTS);
  }
  const [first = ""] = approvals.keys();
  const [{ invoice_id: reference }] = edge.stored(first).request.purchase_units;
  expect((await historyOf(edge.db, reference)).map(({ kind }) => kind)).toContain("charged");
}, 120_000);
