import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Dependencies } from "~/edge/app-context.ts";
import { MIGRATIONS } from "~/edge/health/routes.ts";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import { mailServerOf } from "~/edge/mail/deliver-mail.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { EDGE_ORIGIN, NO_LIMITS } from "../../../fixtures/edge.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const MAIL = { from: "a@b.example", to: "c@d.example", subject: "Newsletter", message: "ada@example.com" };
const SECRETS = {
  PAYSTACK_SECRET_KEY: "sk_live_secret",
  PAYPAL_CLIENT_SECRET: "paypal-secret",
  PAYPAL_WEBHOOK_ID: "webhook-secret",
};
const SMTP = { SMTP_HOST: "smtp.secret.example", SMTP_USER: "user-secret", SMTP_PASSWORD: "password-secret" };

const desk = paymentDesk();
const change = (sql: string) => desk.db.prepare(sql).run();

async function migrated(names: readonly string[]): Promise<void> {
  await change("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const name of names) await change(`INSERT INTO d1_migrations (name) VALUES ('${name}')`);
}

/** Registers an order and changes its payment by SQL. */
async function registered(changes: string): Promise<void> {
  const { reference } = await desk.registered();
  await change(`UPDATE payments SET ${changes} WHERE reference = '${reference}'`);
}

const providersOf = (secrets: Record<string, string>) =>
  paymentProviders({ ...SECRETS, ...secrets }, { paypalClientId: "client", now: () => desk.now });

async function ask(changes: Partial<Dependencies> = {}) {
  const usual = { mailServer: mailServerOf(SMTP), providers: providersOf({}) };
  const answer = await desk.ask(new Request(`${EDGE_ORIGIN}/prod/health`), { ...usual, ...changes });
  const text = await answer.text();
  return { answer, text, health: JSON.parse(text) };
}

test("the health report knows every migration", () => {
  const folder = new URL("../../../../src/edge/migrations/", import.meta.url);
  expect(MIGRATIONS).toEqual(readdirSync(folder).sort());
});

describe("a healthy site", () => {
  beforeEach(() => migrated(MIGRATIONS));

  test("a healthy site answers 200 with its state, which no cache stores", async () => {
    const { answer, health } = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(health).toMatchObject({
      status: "ok",
      failures: [],
      attention: [],
      mail: "smtp",
      portal: "not-set",
      payments: { paystack: "live", paypal: "live", paypalWebhook: true },
      booksCompared: { paystack: null, paypal: null },
    });
  });

  test.each([
    [{ PAYSTACK_SECRET_KEY: "sk_test_secret" }, { paystack: "test", paypal: "live" }],
    [{ PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" }, { paystack: "live", paypal: "test" }],
    [{ PAYPAL_API_URL: "https://api-m.sandbox.paypal.com/" }, { paystack: "live", paypal: "test" }],
    [{ PAYSTACK_SECRET_KEY: "" }, { paystack: "not-set", paypal: "live" }],
  ])("the health report distinguishes test accounts from live ones: %j", async (changes, payments) => {
    expect((await ask({ providers: providersOf(changes) })).health).toMatchObject({ payments });
  });

  test("a site is healthy while the database is ahead of the code, as during a deploy", async () => {
    await change("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    expect((await ask()).health).toMatchObject({ status: "ok", schema: { applied: "9999_later.sql" } });
  });

  test("the health report has neither a secret nor personal data", async () => {
    await storeMail(desk.db, { ...MAIL, idempotencyKey: "one" }, desk.now);
    expect((await ask()).text).not.toMatch(/secret|@|ada/);
  });

  test("the health report counts pending work, and names what needs attention", async () => {
    for (const [key, minutes] of [
      ["new", 1],
      ["late", 16],
      ["claimed", 16],
      ["failed", 16],
      ["kept", 16],
    ] as const) {
      const cameIn = new Date(desk.now.getTime() - minutes * 60_000);
      await storeMail(desk.db, { ...MAIL, idempotencyKey: key }, cameIn);
    }
    await change(
      "UPDATE mails SET claimed_until = '2026-11-21T09:01:00.000Z' WHERE idempotency_key = 'claimed'",
    );
    await change("UPDATE mails SET status = idempotency_key WHERE idempotency_key IN ('failed', 'kept')");
    await change(
      "INSERT INTO failed_mails SELECT id, created_at, 1, 'x' FROM mails WHERE idempotency_key = 'failed'",
    );
    const overpaid = "status = 'paid', flag = 'overpaid'";
    await registered("next_check_at = '2026-11-21T09:10:00.000Z'");
    await registered("next_check_at = '2026-11-21T08:29:00.000Z'");
    await registered(`${overpaid}, next_check_at = '2026-11-21T08:00:00.000Z'`);
    await registered(`${overpaid}, next_check_at = NULL, created_at = '2026-11-13T09:00:00.000Z'`);
    const { answer, health } = await ask();
    expect(answer.status).toBe(200);
    expect(health).toMatchObject({
      status: "attention",
      attention: ["mails-failed", "mails-overdue", "payment-checks-overdue"],
      counts: {
        mails: { queued: 3, overdue: 1, failed: 1, kept: 1 },
        payments: { unsettled: 2, overdue: 2, flaggedThisWeek: 1 },
      },
    });
  });

  test("the health report names failed messages to the portal and its unusable settings", async () => {
    await desk.charged();
    await change(
      `INSERT INTO portal_messages
       SELECT id, 1, '{}', 'x', NULL, 'failed', 75, 'x', 'x', NULL, NULL, 'x' FROM enrolments`,
    );
    const { health } = await ask({
      portal: { state: "unusable", reason: "PORTAL_WEBHOOK_SECRET is not set." },
    });
    expect(health).toMatchObject({
      portal: "unusable",
      attention: ["portal-settings-unusable", "portal-not-notified"],
      counts: { portal: { queued: 0, failed: 1 } },
    });
  });

  test("the health report's counts stop at a limit", async () => {
    await change(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
       INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status,
         next_attempt_at, give_up_at) SELECT 'x', 'x', 'x', 'x', 'x', n, 'kept', 'x', 'x' FROM numbers`,
    );
    expect((await ask()).health.counts.mails.kept).toBe(1_000);
  });

  test.each([
    [{}, "not-set", "mail-not-set"],
    [{ SMTP_HOST: "smtp.example.com", SMTP_USER: "alone" }, "unusable", "mail-settings-unusable"],
  ])("the health report names unusable mail settings: %j", async (smtp, mail, attention) => {
    const { answer, health } = await ask({ mailServer: mailServerOf(smtp) });
    expect(answer.status).toBe(200);
    expect(health).toMatchObject({ status: "attention", mail, attention: [attention] });
  });
});

const failing = async (changes: Parameters<typeof ask>[0] = {}) => {
  const { answer, health } = await ask(changes);
  expect(answer.status).toBe(503);
  expect(health.status).toBe("failing");
  return health;
};

test("a site whose database does not answer is failing", async () => {
  const never = new Promise<never>(() => undefined);
  const statement = { bind: () => statement, run: () => never, all: () => never, first: () => never };
  const silent = { ...desk.db, prepare: () => statement };
  vi.useFakeTimers();
  const health = failing({ db: silent });
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await health).toMatchObject({ failures: ["database-unreachable"] });
});

test("a site whose database is not migrated is failing", async () => {
  expect(await failing()).toMatchObject({ failures: ["schema-outdated"], schema: { applied: null } });
  await migrated(["0000_earlier.sql"]);
  expect(await failing()).toMatchObject({
    failures: ["schema-outdated"],
    schema: { applied: "0000_earlier.sql", expected: MIGRATIONS.at(-1) },
  });
});

test("a site without a queue is failing", async () => {
  await migrated(MIGRATIONS);
  expect(await failing({ jobs: undefined })).toMatchObject({ failures: ["queue-not-bound"] });
});

test("the health report is rate-limited", async () => {
  const limit: RateLimiter["limit"] = async ({ key }) => ({ success: !key.startsWith("health:") });
  const { answer } = await ask({ limits: { ...NO_LIMITS, ordersOfVisitor: { limit } } });
  expect(answer.status).toBe(429);
});
