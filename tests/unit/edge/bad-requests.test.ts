import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { App } from "~/edge/app.ts";
import type { Database } from "~/edge/database.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import {
  badRequests,
  FUZZ_SECRET_KEY,
  type KnownEnrolment,
  ownHeaders,
  requestOf,
} from "../../fixtures/bad-requests.ts";
import { edgeApp } from "../../fixtures/edge.ts";
import { freshReference, newOrder, orderOf } from "../../fixtures/enrolment.ts";
import type { Json } from "../../fixtures/json.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../fixtures/paypal-events.ts";
import { chargeOf, chargeSuccess, signedByPaystack } from "../../fixtures/paystack-events.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";
import { changed } from "../../fixtures/wrong-json.ts";
import { paypalServer } from "../../mocks/paypal-server.ts";
import { paypalSigning } from "../../mocks/paypal-signing.ts";

/**
 * Bad requests, ten thousand times: every endpoint refuses each in words, and none has an effect. A failure prints its
 * seed and the smallest request that shows it.
 */

const ACCOUNT = { clientId: "client", clientSecret: "fuzz", webhookId: "8PT597110X687430LKGECATA" };
const PAYPAL = "https://paypal.example";

let db: Database;
let queued: Job[];
/** What was asked of a provider. */
let asked: string[];
let app: App;
const standIn = paypalServer(ACCOUNT);
const sign = paypalSigning(ACCOUNT.webhookId, () => new Date()).headersFor;
const logged: string[] = [];

beforeEach(() => {
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
  }
  asked = [];
  queued = [];
  logged.length = 0;
  vi.stubGlobal("fetch", (input: Request) => {
    asked.push(new URL(input.url).pathname);
    return standIn(input);
  });
  db = openDatabase();
  app = edgeApp({
    db,
    jobs: { send: async (job) => queued.push(job) },
    providers: paymentProviders(
      {
        PAYSTACK_SECRET_KEY: FUZZ_SECRET_KEY,
        PAYPAL_CLIENT_SECRET: ACCOUNT.clientSecret,
        PAYPAL_WEBHOOK_ID: ACCOUNT.webhookId,
        PAYPAL_API_URL: PAYPAL,
      },
      { paypalClientId: ACCOUNT.clientId, now: () => new Date() },
    ),
  });
  return () => {
    vi.unstubAllGlobals();
  };
});

/** An enrolment that was started, with the key that opens it. */
async function started(): Promise<KnownEnrolment> {
  const order = newOrder("USD");
  const answer = await app.fetch(
    requestOf({
      wrong: "nothing",
      method: "POST",
      path: "/prod/enrolments",
      headers: { ...ownHeaders(), "idempotency-key": newKey() },
      body: JSON.stringify({ order, page: "/Signup" }),
    }),
  );
  expect(answer.status).toBe(201);
  return answer.json();
}

/** A question whether a webhook is PayPal's own, and the token to ask it with, are all that may leave. */
const QUESTIONS = ["/v1/oauth2/token", "/v1/notifications/verify-webhook-signature"];

/** What has been stored, handed to the queue, and asked of a provider. */
async function sideEffects() {
  const stored = await db
    .prepare(
      `SELECT (SELECT COUNT(*) FROM mails) AS mails, (SELECT COUNT(*) FROM payments) AS payments,
         (SELECT COUNT(*) FROM payment_events) AS events, (SELECT COUNT(*) FROM link_requests) AS links,
         (SELECT COUNT(*) FROM enrolments) AS enrolments, (SELECT SUM(version) FROM enrolments) AS versions,
         (SELECT COUNT(*) FROM enrolment_keys) AS keys`,
    )
    .bind()
    .first<Record<string, number>>();
  return {
    ...stored,
    queued: queued.length,
    asked: asked.filter((path) => !QUESTIONS.includes(path)).length,
  };
}

test("ten thousand bad requests are each refused in words, and nothing is stored or sent", {
  timeout: 120_000,
}, async () => {
  const enrolment = await started();
  queued.length = 0;
  asked = [];
  await fc.assert(
    fc.asyncProperty(badRequests(sign, enrolment), async (bad) => {
      const before = await sideEffects();
      const answer = await app.fetch(requestOf(bad));
      const text = await answer.text();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(JSON.parse(text).message).toMatch(/^[a-zA-Z].{5,298}\.$/);
      expect(await sideEffects()).toEqual(before);
    }),
    { numRuns: 10_000 },
  );
  expect(logged.filter((line) => /ada@example\.com|\bObi\b/.test(line))).toEqual([]);
});

test("a signed webhook of a provider's with any content is recorded or refused", {
  timeout: 60_000,
}, async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constant("x".repeat(9999)),
  );
  const number = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(-0, 1e308, 2 ** 53));
  const anything = fc.oneof(text, number, fc.jsonValue() as fc.Arbitrary<Json>);
  const order = fc
    .constantFrom("NGN", "USD")
    .map((currency) => orderOf({ currency, reference: freshReference() }));
  const paystack = order.chain((of) => changed(chargeSuccess(chargeOf(of)) as unknown as Json, anything));
  const paypal = order.chain((of) =>
    fc.oneof(
      changed(captureEvent("COMPLETED", of) as unknown as Json, anything),
      changed(approvedEvent(of, "5O190127TN364715T", new Date()) as unknown as Json, anything),
      changed(refundedEvent("REFUNDED", of) as unknown as Json, anything),
    ),
  );
  const send = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await app.fetch(requestOf({ wrong: "", method: "POST", path, headers, body }));
    expect([200, 400]).toContain(answer.status);
  };
  await fc.assert(
    fc.asyncProperty(paystack, paypal, async (charge, news) => {
      const [signed, event] = [JSON.stringify(charge), JSON.stringify(news)];
      await send("/prod/webhooks/paystack", signed, signedByPaystack(signed, FUZZ_SECRET_KEY));
      await send("/prod/webhooks/paypal", event, sign(event));
    }),
    { numRuns: 1_000 },
  );
});
