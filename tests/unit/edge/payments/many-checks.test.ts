/** Payments of an hour, half of them in dollars, while a stranger floods the edge with claims and orders. */
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
import { providerBooks } from "../../../fixtures/provider-books.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";
import { paypalSigning } from "../../../mocks/paypal-signing.ts";

const MINUTE = 60_000;
const START = new Date("2026-11-21T09:00:00.000Z").getTime();
const PAYMENTS = 1_500;
const FLOODED_MINUTES = 6;
/** The time of one response: six are requested at once and take up to 0.6 seconds. */
const ANSWER_MS = 100;
/** The most statements of one invocation on the platform's paid plan. */
const MAX_STATEMENTS = 1_000;

/** Returns an edge in which only the providers' answers take time. */
function busyEdge() {
  const clock = { now: START };
  let statements = 0;
  const inner = openDatabase();
  const db = {
    batch: inner.batch,
    prepare: (sql: string) => {
      statements += 1;
      return inner.prepare(sql);
    },
  };
  const events: unknown[] = [];
  const onEvent = (event: unknown) => events.push(event);
  const book = paypalBook({ newId: randomUUID, now: () => new Date(clock.now), onEvent });
  const storedOrder = (id: string) => book.orders.get(id) ?? expect.fail("PayPal does not know this order.");
  const getOrder: PayPalClient["getOrder"] = async (id) => {
    clock.now += ANSWER_MS;
    return paypalOrder.parse(shownOrder(storedOrder(id)));
  };
  const { providers } = providerBooks();
  Object.assign(providers.paypal.client, {
    getOrder,
    createOrder: async (...[purchase, requestId]) => book.create(purchase, requestId).id,
    captureOrder: (id) => {
      book.take(storedOrder(id));
      return getOrder(id);
    },
    isOwnWebhook: async () => true,
  } satisfies Partial<PayPalClient>);
  providers.paystack.client.verify = async () => {
    clock.now += ANSWER_MS;
    return null;
  };
  const queued: Job[] = [];
  const jobs = { send: async (job: Job) => queued.push(job) };
  const limits = limitsByMinute(() => clock.now);
  const app = edgeApp({ db, jobs, limits, providers, now: () => new Date(clock.now) });

  /** Counts the statements of some work. */
  async function statementsOf(work: Promise<void>): Promise<number> {
    const statementsBefore = statements;
    await work;
    return statements - statementsBefore;
  }

  return {
    db,
    clock,
    storedOrder,
    ask: (path: string, body: unknown, headers: Record<string, string>) =>
      app.fetch(post(path, body, headers)),
    /** Lets the payer agree at PayPal. @returns PayPal's report */
    approve: (id: string) => {
      book.approve(id);
      return events.at(-1);
    },
    /** Sweeps. @returns the statements of the sweep and of each batch of checks */
    sweep: async () => {
      const used = [await statementsOf(app.sweep())];
      const checks = queued.splice(0).filter(({ type }) => type === "verify");
      while (checks.length > 0) {
        const batch = checks
          .splice(0, 5)
          .map((body) => ({ body, attempts: 1, ack: () => {}, retry: () => {} }));
        used.push(await statementsOf(app.runJobs(batch)));
      }
      return used;
    },
  };
}

test("of 1,500 payments in an hour, each approval is captured in its quarter of an hour", async () => {
  for (const level of ["log", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  const edge = busyEdge();
  const { headersFor } = paypalSigning("8PT597110X687430LKGECATA", () => new Date(edge.clock.now));
  /** The orders that payers agreed to, and whether PayPal reports the approval. */
  const approvals = new Map<string, boolean>();

  async function registerOne(index: number): Promise<void> {
    const currency = index % 2 === 0 ? "USD" : "NGN";
    const phone = `+234803${String(index).padStart(7, "0")}`;
    const registration = { email: `learner-${index}@example.com`, phone };
    const order = orderOf({ currency, reference: freshReference(), registration });
    const visitor = { "cf-connecting-ip": `198.51.${index % 250}.${index % 199}` };
    const path = currency === "USD" ? "/prod/paypal/orders" : "/prod/enrolments";
    const answer = await edge.ask(path, { order }, visitor);
    // Of six payers in dollars one agrees and is lost, one is lost together with the webhook, and four leave.
    const payer = (index / 2) % 6;
    if (currency === "NGN" || payer > 1) return;
    const { id } = await answer.json();
    const event = edge.approve(id);
    approvals.set(id, payer === 0);
    if (payer === 1) return;
    const report = await edge.ask("/prod/webhooks/paypal", event, headersFor(JSON.stringify(event)));
    expect(report.status).toBe(200);
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

  const statements: number[] = [];
  for (let minute = 0, index = 0; minute < 90; minute += 1) {
    edge.clock.now = Math.max(edge.clock.now, START + minute * MINUTE);
    if (minute < FLOODED_MINUTES) await flood();
    for (; index < (PAYMENTS * (minute + 1)) / 60 && index < PAYMENTS; index += 1) await registerOne(index);
    if (minute % 5 === 0) statements.push(...(await edge.sweep()));
  }

  expect(approvals.size).toBeGreaterThan(240);
  for (const [id, isReported] of approvals) {
    const { capture, approvedAt } = edge.storedOrder(id);
    const wait = Date.parse(capture?.create_time ?? "") - Date.parse(approvedAt ?? "");
    // A reported approval waits for the page's minute, the next sweep, and the sweep's own time.
    expect(wait, id).toBeLessThan((isReported ? 7 : 15) * MINUTE);
  }
  expect(Math.max(...statements)).toBeLessThan(MAX_STATEMENTS);
  const [first = ""] = approvals.keys();
  const [{ invoice_id: reference }] = edge.storedOrder(first).request.purchase_units;
  expect((await historyOf(edge.db, reference)).map(({ kind }) => kind)).toContain("charged");
}, 120_000);
