import { expect, test, vi } from "vitest";
import { registrationMail } from "~/browser/outbox/registration-mail.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import type { PayPalOrder } from "~/edge/payments/paypal/paypal-order.ts";
import type { PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { edgeApp, NO_LIMITS } from "../../../fixtures/edge.ts";
import { entryOf, freshReference, newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";
import { perMinute } from "../../../fixtures/per-minute.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

/** Five thousand payments in an hour, half of them in dollars, while others flood the edge with claims and orders. */

const MINUTE = 60_000;
const START = new Date("2026-11-21T09:00:00.000Z").getTime();
const PAYMENTS = 1_500;
const FLOODED_MINUTES = 30;
/** Six are asked at once, and each answers within 0.6 seconds. */
const CLOCK_MOVES_AN_ANSWER_MS = 100;
const WINDOW_MS = 15 * MINUTE;
/** What an invocation may use on the platform's paid plan. */
const MOST_STATEMENTS = 1_000;
const MOST_REQUESTS = 10_000;

const signed = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
  "paypal-transmission-id": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
  "paypal-transmission-sig": "c2lnbmVk",
};

/** A day at the edge, in which only what is listed here takes time. */
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
  const nothing = async () => ({ rows: [], isLast: true });
  const paypalOrders = new Map<string, PayPalOrder>();
  const capturedAt = new Map<string, number>();
  const orderOf = (id: string): PayPalOrder => {
    const order = paypalOrders.get(id);
    if (!order) throw new Error("PayPal does not know this order.");
    return order;
  };
  const paypal: Omit<PayPalClient, "getCapture"> = {
    createOrder: async ({ purchase_units: [unit] }, reference) => {
      const id = `ORDER${paypalOrders.size}`;
      paypalOrders.set(id, { id, status: "CREATED", purchase_units: [{ ...unit, custom_id: reference }] });
      return id;
    },
    getOrder: (id) => answer(orderOf(id)),
    captureOrder: (id) => {
      const { purchase_units: units, ...order } = orderOf(id);
      const [unit] = units;
      if (!unit?.amount) throw new Error("PayPal's order has an amount.");
      const { amount, custom_id } = unit;
      capturedAt.set(id, now);
      const captures = [{ id: `CAPTURE-${id}`, status: "COMPLETED", amount, custom_id }];
      paypalOrders.set(id, {
        ...order,
        status: "COMPLETED",
        purchase_units: [{ ...unit, payments: { captures } }],
      });
      return answer(orderOf(id));
    },
    isOwnWebhook: async () => true,
    listMovements: nothing,
  };
  const paystack: Omit<PaystackClient, "initialize"> = {
    isLive: true,
    verify: () => answer(null),
    listTransactions: nothing,
    listRefunds: nothing,
    refundsOf: async () => [],
    listDisputes: nothing,
    listSettlements: nothing,
  };
  const queued: Job[] = [];
  const app = edgeApp({
    db,
    jobs: { send: async (job) => queued.push(job) },
    limits: {
      ...NO_LIMITS,
      mailsOfVisitor: perMinute(20, () => now),
      ordersOfVisitor: perMinute(120, () => now),
    },
    providers: {
      paystack: { secretKey: "sk_live_many", client: paystack as PaystackClient },
      paypal: { webhookId: "WEBHOOK", client: paypal as PayPalClient, isLive: true },
    },
    now: () => new Date(now),
  });

  async function usedBy(act: () => Promise<void>) {
    const before = { requests, statements };
    await act();
    return { requests: requests - before.requests, statements: statements - before.statements };
  }

  return {
    db,
    capturedAt,
    get now() {
      return now;
    },
    until: (time: number) => {
      now = Math.max(now, time);
    },
    ask: (path: string, body: unknown, headers: Record<string, string>) =>
      app.fetch(post(path, body, headers)),
    /** The payer agrees at PayPal. */
    approve: (id: string) => {
      paypalOrders.set(id, { ...orderOf(id), status: "APPROVED", update_time: new Date(now).toISOString() });
    },
    /** @returns what the sweep used, and after it each batch of checks in the queue */
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

test("of 1,500 payments in an hour, with floods of claims and orders, each approval is captured in its quarter of an hour", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const edge = busyEdge();
  const approvals = new Map<string, { at: number; isReported: boolean; reference: string }>();

  async function registerOne(index: number): Promise<void> {
    const isDollars = index % 2 === 0;
    const order: Order = orderOf({
      currency: isDollars ? "USD" : "NGN",
      reference: freshReference(),
      registration: {
        email: `learner-${index}@example.com`,
        phone: `+2348${String(index).padStart(9, "0")}`,
      },
    });
    const visitor = { "cf-connecting-ip": `198.51.${index % 250}.${index % 199}` };
    if (!isDollars) {
      await edge.ask("/prod/enrolments", { order }, visitor);
      return;
    }
    const { id } = await (await edge.ask("/prod/paypal/orders", { order }, visitor)).json();
    // Of six payers in dollars one agrees and is lost, one agrees and is lost with the webhook; the others leave.
    const story = (index / 2) % 6;
    if (story > 1) return;
    edge.approve(id);
    approvals.set(id, { at: edge.now, isReported: story === 0, reference: order.reference });
    if (story === 1) return;
    const event = approvedEvent(order, id, new Date(edge.now));
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
  const waits = { reported: 0, lost: 0 };
  for (const [id, { at, isReported }] of approvals) {
    const wait = (edge.capturedAt.get(id) ?? Number.POSITIVE_INFINITY) - at;
    expect(wait, id).toBeLessThan(WINDOW_MS);
    waits[isReported ? "reported" : "lost"] = Math.max(waits[isReported ? "reported" : "lost"], wait);
  }
  // The minute in which the page may charge, until the next sweep, and what that takes.
  expect(waits.reported).toBeLessThan(7 * MINUTE);
  for (const { requests, statements } of used) {
    expect(requests).toBeLessThan(MOST_REQUESTS);
    expect(statements).toBeLessThan(MOST_STATEMENTS);
  }
  const [{ reference } = { reference: "" }] = approvals.values();
  expect((await historyOf(edge.db, reference)).map(({ kind }) => kind)).toContain("charged");
}, 120_000);
