import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { type EnrolmentAccess, newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { App } from "~/edge/app.ts";
import type { Database } from "~/edge/database.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import {
  endpoints,
  enrolmentEndpoints,
  ownHeaders,
  WEBHOOK_SECRET_KEY,
  withPart,
  wrongBodies,
  wrongHeaders,
} from "../../fixtures/bad-requests.ts";
import { EDGE_ORIGIN, edgeApp } from "../../fixtures/edge.ts";
import { freshReference, newOrder, orderOf } from "../../fixtures/enrolment.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../fixtures/paypal-events.ts";
import { chargeEvent, signedByPaystack } from "../../fixtures/paystack-events.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";
import { paypalServer } from "../../mocks/paypal-server.ts";
import { paypalSigning } from "../../mocks/paypal-signing.ts";

/** Every endpoint gets a valid request with one wrong part: a header, the key, or a part of the body. */

const ACCOUNT = { clientId: "client", clientSecret: "fuzz", webhookId: "8PT597110X687430LKGECATA" };
const PAYPAL = "https://paypal.example";

let db: Database;
let queued: Job[];
/** The requests to a provider. */
let providerRequests: string[];
let app: App;
const standIn = paypalServer(ACCOUNT);
const sign = paypalSigning(ACCOUNT.webhookId, () => new Date()).headersFor;
const logged: string[] = [];

beforeEach(() => {
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
  }
  providerRequests = [];
  queued = [];
  logged.length = 0;
  vi.stubGlobal("fetch", (input: Request) => {
    providerRequests.push(new URL(input.url).pathname);
    return standIn(input);
  });
  db = openDatabase();
  app = edgeApp({
    db,
    jobs: { send: async (job) => queued.push(job) },
    providers: paymentProviders(
      {
        PAYSTACK_SECRET_KEY: WEBHOOK_SECRET_KEY,
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

function send(method: string, path: string, headers: Record<string, string>, body: BodyInit | null) {
  return app.fetch(new Request(EDGE_ORIGIN + path, { method, headers, body }));
}

/** The only requests that may leave: whether a webhook is PayPal's, and the token for that question. */
const QUESTIONS = ["/v1/oauth2/token", "/v1/notifications/verify-webhook-signature"];

/** Returns everything that was stored, enqueued, or requested from a provider. */
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
    asked: providerRequests.filter((path) => !QUESTIONS.includes(path)).length,
  };
}

async function expectRefusal(answer: Response, wrong: string, status = answer.status): Promise<void> {
  const text = await answer.text();
  expect(answer.status, wrong).toBe(status);
  expect([answer.status >= 400 && answer.status < 500, answer.status], wrong).toEqual([true, answer.status]);
  expect(answer.headers.get("content-type"), wrong).toBe("application/json; charset=utf-8");
  expect(JSON.parse(text).message, wrong).toMatch(/^[a-zA-Z].{5,298}\.$/);
}

/** Starts an enrolment. @returns its id and key */
async function started(): Promise<EnrolmentAccess> {
  const body = JSON.stringify({ order: newOrder("USD"), page: "/Signup" });
  const answer = await send(
    "POST",
    "/prod/enrolments",
    { ...ownHeaders(), "idempotency-key": newKey() },
    body,
  );
  expect(answer.status).toBe(201);
  queued.length = 0;
  providerRequests = [];
  return answer.json();
}

test("a request with a wrong head or body is refused in words by every endpoint", async () => {
  const all = [...endpoints(sign), ...enrolmentEndpoints(await started())];
  const effectsBefore = await sideEffects();
  for (const endpoint of all) {
    const { method = "POST", path, headersFor } = endpoint;
    const text = JSON.stringify(endpoint.body);
    for (const head of wrongHeaders(endpoint))
      await expectRefusal(
        await send(method, path, { ...headersFor(text), ...head }, text),
        `${path} ${JSON.stringify(head)}`,
        "origin" in head ? 403 : 415,
      );
    for (const body of wrongBodies(endpoint)) {
      const signed = headersFor(typeof body === "string" ? body : text);
      const status = body.length > endpoint.limit ? 413 : undefined;
      await expectRefusal(await send(method, path, signed, body), `${path} ${body.slice(0, 400)}`, status);
    }
    expect(await sideEffects(), path).toEqual(effectsBefore);
  }
  expect(logged.filter((line) => /ada@example\.com|\bObi\b/.test(line))).toEqual([]);
});

test("an enrolment is opened neither by another key nor under another id", async () => {
  const { id, key } = await started();
  const effectsBefore = await sideEffects();
  const bearers = ["", "Bearer", "Bearer ", `bearer ${key}`, `Bearer ${key}=`, `Basic ${key}`].concat([
    `Bearer ${key} ${key}`,
    `Bearer ${newKey()}`,
  ]);
  const ids = ["ENR-0123456789", "__proto__", "..%2F..", "%00", "'%20OR%201=1--"];
  const pairs = [...bearers.map((bearer) => [id, bearer]), ...ids.map((other) => [other, `Bearer ${key}`])];
  for (const [named, authorization = ""] of pairs) {
    for (const [method, under, body] of [
      ["GET", "", null],
      ["PATCH", "", `{"country":"Ghana"}`],
      ["POST", "/payments", `{"page":"/My-enrolment"}`],
      ["POST", "/payer-links", "{}"],
    ] as const) {
      const path = `/prod/enrolments/${named}${under}`;
      const headers = { ...ownHeaders(), authorization };
      await expectRefusal(await send(method, path, headers, body), `${method} ${path} ${authorization}`);
    }
  }
  expect(await sideEffects()).toEqual(effectsBefore);
});

/** Lists the paths of every part of a value. */
function placesOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[]];
  return Object.entries(value).flatMap(([name, part]) => [
    [name],
    ...placesOf(part).map((at) => [name, ...at]),
  ]);
}

/** Returns a value with one part replaced by another. */
const changed = (value: unknown, part: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom(...placesOf(value)), part).map(([at, other]) => withPart(value, at, other));

test("a signed webhook of a provider's with any content is recorded or refused", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constant("x".repeat(9999)),
  );
  const number = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(-0, 1e308, 2 ** 53));
  const anything = fc.oneof(text, number, fc.jsonValue());
  const order = fc
    .constantFrom("NGN", "USD")
    .map((currency) => orderOf({ currency, reference: freshReference() }));
  const paystack = order.chain((of) => changed(chargeEvent(of), anything));
  const paypal = order.chain((of) =>
    fc.oneof(
      changed(captureEvent("COMPLETED", of), anything),
      changed(approvedEvent(of, "5O190127TN364715T", new Date()), anything),
      changed(refundedEvent("REFUNDED", of), anything),
    ),
  );
  const report = async (path: string, body: string, headers: Record<string, string>) =>
    expect([200, 400]).toContain((await send("POST", path, headers, body)).status);
  await fc.assert(
    fc.asyncProperty(paystack, paypal, async (charge, news) => {
      const [signed, event] = [JSON.stringify(charge), JSON.stringify(news)];
      await report("/prod/webhooks/paystack", signed, signedByPaystack(signed, WEBHOOK_SECRET_KEY));
      await report("/prod/webhooks/paypal", event, sign(event));
    }),
    { numRuns: 100 },
  );
});
