/** How the database finds what the server asks for: no statement that visitors or the clock cause reads a whole table. */
import { beforeEach, expect, test, vi } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Database } from "~/edge/database.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { EDGE_ORIGIN, edgeApp, runJob } from "../../fixtures/edge.ts";
import { freshReference, orderOf } from "../../fixtures/enrolment.ts";
import { bearer, fiveInstallments } from "../../fixtures/enrolment-desk.ts";
import { chargeOf, chargeSuccess, signedByPaystack } from "../../fixtures/paystack-events.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const SECRET = "sk_live_plans";
const NOON = new Date("2026-11-23T11:00:00.000Z");
const LISTS = /\/(transaction|refund|dispute|settlement|transactions)\?/;
/** By their names, or what a statement calls them. An index of the few comparisons to report may be read whole. */
const TABLES =
  /^SCAN (mails|payments|other|payment_events|doubt|staff_notices|enrolments|charges|all_charges|enrolment_keys|reconciliations(?! USING INDEX reconciliations_to_report))\b/;

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { url } = request;
    if (url.endsWith("/transaction/initialize")) {
      const { reference } = (await request.json()) as { reference: string };
      const data = {
        authorization_url: "https://checkout.paystack.com/code",
        access_code: "code",
        reference,
      };
      return Response.json({ status: true, data });
    }
    return LISTS.test(url)
      ? Response.json({ status: true, data: [], transaction_details: [] })
      : url.endsWith("/v1/oauth2/token")
        ? Response.json({ access_token: "token", expires_in: 32_400 })
        : Response.json({ status: false, code: "transaction_not_found" }, { status: 404 });
  });
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
  // At noon in Lagos: what waits for the morning is due.
  const now = () => NOON;
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
  const plan = fiveInstallments(now());
  const begun = await post("/prod/enrolments", JSON.stringify({ order: plan, page: "/Signup" }), {
    ...json,
    "idempotency-key": newKey(),
  });
  const { id, key: opens } = (await begun.json()) as { id: string; key: string };
  const enrolment = `/prod/enrolments/${id}`;
  const paid = JSON.stringify(chargeSuccess(chargeOf(plan)));
  await post("/prod/webhooks/paystack", paid, signedByPaystack(paid, SECRET));
  for (const [what, body] of [
    ["payments", { page: "/My-enrolment" }],
    ["payer-links", { count: 1 }],
  ] as const) {
    const { status } = await post(`${enrolment}/${what}`, JSON.stringify(body), {
      ...json,
      ...bearer(opens),
    });
    expect(status, what).toBe(201);
  }
  const view = await app.fetch(new Request(EDGE_ORIGIN + enrolment, { headers: bearer(opens) }));
  expect(view.status).toBe(200);
  await app.fetch(
    new Request(EDGE_ORIGIN + enrolment, {
      method: "PATCH",
      headers: { ...json, ...bearer(opens) },
      body: JSON.stringify({ reminders: false }),
    }),
  );
  await post("/prod/enrolments/links", JSON.stringify({ email: plan.learner.email }), json);
  await inner.prepare("UPDATE charges SET remind_at = '2026-01-01', due_on = '2026-01-01'").bind().run();
  // Everything is due, and the comparison of the books takes three sweeps.
  await inner.prepare("UPDATE payments SET next_check_at = created_at, status = 'unpaid'").bind().run();
  for (let sweep = 0; sweep < 3; sweep += 1) await app.sweep();
  await runJob(app, { type: "reminder", id, currency: "NGN", number: 2 });

  expect(asked.size).toBeGreaterThan(15);
  const scans: string[] = [];
  for (const sql of asked) {
    const { results } = await inner.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>();
    for (const { detail } of results) if (TABLES.test(detail)) scans.push(`${detail}: ${sql}`);
  }
  expect(scans).toEqual([]);
});
