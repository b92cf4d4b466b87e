/** How the database finds what the server asks for: no statement that visitors or the clock cause reads a whole table. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Database } from "~/server/database.ts";
import { deliverMail } from "~/server/mail/deliver-mail.ts";
import { sweepMails } from "~/server/mail/sweep-mails.ts";
import { runVerification } from "~/server/payments/check-payment.ts";
import { paymentProviders } from "~/server/payments/payment-providers.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { answerAtEdge, EDGE_ORIGIN, edgeContext } from "../../fixtures/edge.ts";
import { freshReference, orderOf } from "../../fixtures/enrolment.ts";
import { chargeOf, chargeSuccess, signedByPaystack } from "../../fixtures/paystack-events.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const SECRET = "sk_live_plans";
const TABLES = /^SCAN (mails|registrations|payment_events)\b/;

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async () =>
    Response.json({ status: false, code: "transaction_not_found" }, { status: 404 }),
  );
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

test("nothing that is asked of the database reads a whole table", async () => {
  const inner = openDatabase();
  const asked = new Set<string>();
  const db: Database = {
    batch: (statements) => inner.batch(statements),
    prepare: (sql) => {
      asked.add(sql);
      return inner.prepare(sql);
    },
  };
  const providers = paymentProviders({ PAYSTACK_SECRET_KEY: SECRET }, undefined);
  const tools = { db, jobs: { send: async () => undefined }, providers };
  const post = (path: string, body: string, headers: Record<string, string>) =>
    answerAtEdge(new Request(EDGE_ORIGIN + path, { method: "POST", body, headers }), tools);
  const json = { "content-type": "application/json" };
  const order = orderOf({ reference: freshReference() });
  const event = JSON.stringify(chargeSuccess(chargeOf(order)));
  const mail = {
    config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
    body: { subject: "Registration", message: "<p>Ada</p>" },
  };

  await post("/prod/registrations", JSON.stringify({ order }), json);
  const key = { "idempotency-key": `${order.reference}:staff-1:paid` };
  await post("/prod/mailing", JSON.stringify(mail), { ...json, ...key });
  await post("/prod/webhooks/paystack", event, signedByPaystack(event, SECRET));
  await runVerification(edgeContext(tools), providers, freshReference());
  await deliverMail(1, { db, send: async () => undefined });
  await sweepMails({ db, jobs: tools.jobs, canDeliver: true });
  await sweepPayments(edgeContext(tools), providers);

  expect(asked.size).toBeGreaterThan(15);
  const scans: string[] = [];
  for (const sql of asked) {
    const { results } = await inner.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>();
    for (const { detail } of results) if (TABLES.test(detail)) scans.push(`${detail}: ${sql}`);
  }
  expect(scans).toEqual([]);
});
