/** How the database finds what the server asks for: no statement that visitors or the clock cause reads a whole table. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Database } from "~/edge/database.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { EDGE_ORIGIN, edgeApp, runJob } from "../../fixtures/edge.ts";
import { freshReference, orderOf } from "../../fixtures/enrolment.ts";
import { chargeOf, chargeSuccess, signedByPaystack } from "../../fixtures/paystack-events.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const SECRET = "sk_live_plans";
const LISTS = /\/(transaction|refund|dispute|settlement|transactions)\?/;
/** By their names, or what a statement calls them. An index of the few comparisons to report may be read whole. */
const TABLES =
  /^SCAN (mails|registrations|other|payment_events|doubt|staff_notices|reconciliations(?! USING INDEX reconciliations_to_report))\b/;

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async ({ url }: Request) =>
    LISTS.test(url)
      ? Response.json({ status: true, data: [], transaction_details: [] })
      : url.endsWith("/v1/oauth2/token")
        ? Response.json({ access_token: "token", expires_in: 32_400 })
        : Response.json({ status: false, code: "transaction_not_found" }, { status: 404 }),
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
  const now = () => new Date();
  const app = edgeApp({
    db,
    providers: paymentProviders(
      { PAYSTACK_SECRET_KEY: SECRET, PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "webhook" },
      { paypalClientId: "client", now },
    ),
    mailServer: { state: "smtp", send: async () => undefined },
  });
  const post = (path: string, body: string, headers: Record<string, string>) =>
    app.fetch(new Request(EDGE_ORIGIN + path, { method: "POST", body, headers }));
  const json = { "content-type": "application/json" };
  const order = orderOf({ reference: freshReference() });
  const event = JSON.stringify(chargeSuccess(chargeOf(order)));
  const mail = {
    config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
    body: { subject: "Registration", message: "<p>Ada</p>" },
  };

  await post("/prod/enrolments", JSON.stringify({ order }), json);
  const key = { "idempotency-key": `${order.reference}:staff-1:paid` };
  await post("/prod/mailing", JSON.stringify(mail), { ...json, ...key });
  await post("/prod/webhooks/paystack", event, signedByPaystack(event, SECRET));
  for (const what of ["capture", "abandon"]) await post(`/prod/paypal/orders/5O1/${what}`, "{}", json);
  await app.fetch(new Request(`${EDGE_ORIGIN}/prod/payments/${order.reference}`));
  await runJob(app, { type: "verify", reference: freshReference() });
  await runJob(app, { type: "mail", id: 1 });
  // Everything is due, and the comparison of the books takes three sweeps.
  await inner.prepare("UPDATE registrations SET next_check_at = created_at, status = 'unpaid'").bind().run();
  for (let sweep = 0; sweep < 3; sweep += 1) await app.sweep();

  expect(asked.size).toBeGreaterThan(15);
  const scans: string[] = [];
  for (const sql of asked) {
    const { results } = await inner.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>();
    for (const { detail } of results) if (TABLES.test(detail)) scans.push(`${detail}: ${sql}`);
  }
  expect(scans).toEqual([]);
});
