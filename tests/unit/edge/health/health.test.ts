import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Dependencies } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { MIGRATIONS } from "~/edge/health/routes.ts";
import { mailServerOf } from "~/edge/mail/deliver-mail.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { EDGE_ORIGIN, edgeApp, NO_LIMITS } from "../../../fixtures/edge.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const NOW = new Date("2026-11-21T09:00:00.000Z");
const MAIL = {
  from: "a@b.example",
  to: "c@d.example",
  subject: "Newsletter",
  message: "<p>ada@example.com</p>",
};
const SECRETS = {
  PAYSTACK_SECRET_KEY: "sk_live_secret",
  PAYPAL_CLIENT_SECRET: "paypal-secret",
  PAYPAL_WEBHOOK_ID: "webhook-secret",
};
const SMTP = { SMTP_HOST: "smtp.secret.example", SMTP_USER: "user-secret", SMTP_PASSWORD: "password-secret" };

let db: Database;

async function migrated(names: readonly string[]): Promise<void> {
  await db.prepare("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)").run();
  for (const name of names) await db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name).run();
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  db = openDatabase();
});

async function ask(changes: Partial<Dependencies> = {}, method = "GET") {
  const app = edgeApp({
    db,
    mailServer: mailServerOf(SMTP),
    providers: paymentProviders(SECRETS, { paypalClientId: "client", now: () => NOW }),
    now: () => NOW,
    ...changes,
  });
  const answer = await app.fetch(new Request(`${EDGE_ORIGIN}/prod/health`, { method }));
  const text = await answer.text();
  return { answer, text, health: JSON.parse(text) };
}

test("the health report knows every migration", () => {
  const folder = new URL("../../../../src/edge/migrations/", import.meta.url);
  expect(MIGRATIONS).toEqual(readdirSync(folder).sort());
});

describe("a site that is well", () => {
  beforeEach(() => migrated(MIGRATIONS));

  test("a healthy site answers 200 with its state, which no cache stores", async () => {
    const { answer, health } = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(health).toEqual({
      status: "ok",
      failures: [],
      attention: [],
      schema: { expected: MIGRATIONS.at(-1), applied: MIGRATIONS.at(-1) },
      mail: "smtp",
      payments: { paystack: "live", paypal: "live", paypalWebhook: true },
      counts: {
        mails: { queued: 0, overdue: 0, failed: 0, kept: 0 },
        payments: { unsettled: 0, overdue: 0, flaggedThisWeek: 0 },
      },
      booksCompared: { paystack: null, paypal: null },
    });
  });

  test.each([
    [{ PAYSTACK_SECRET_KEY: "sk_test_secret" }, { paystack: "test", paypal: "live" }],
    [{ PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" }, { paystack: "live", paypal: "test" }],
    [{ PAYPAL_API_URL: "https://api-m.sandbox.paypal.com/" }, { paystack: "live", paypal: "test" }],
    [{ PAYSTACK_SECRET_KEY: "" }, { paystack: "not-set", paypal: "live" }],
  ])("the health report distinguishes test accounts from live ones: %j", async (changes, payments) => {
    const providers = paymentProviders(
      { ...SECRETS, ...changes },
      { paypalClientId: "client", now: () => NOW },
    );
    expect((await ask({ providers })).health).toMatchObject({ payments });
  });

  test("a site is healthy while the database is ahead of the code, as during a deploy", async () => {
    await db.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')").run();
    expect((await ask()).health).toMatchObject({ status: "ok", schema: { applied: "9999_later.sql" } });
  });

  test("the health report has neither a secret nor personal data", async () => {
    await storeMail(db, { ...MAIL, idempotencyKey: "one" }, NOW);
    expect((await ask()).text).not.toMatch(/secret|@|ada/);
  });

  test("the health report counts what is pending, and says what somebody should look at", async () => {
    for (const [key, minutes] of [
      ["new", 1],
      ["late", 16],
      ["claimed", 16],
      ["failed", 16],
      ["kept", 16],
    ] as const) {
      await storeMail(db, { ...MAIL, idempotencyKey: key }, new Date(NOW.getTime() - minutes * 60_000));
    }
    const change = (sql: string) => db.prepare(sql).run();
    await change(
      "UPDATE mails SET claimed_until = '2026-11-21T09:01:00.000Z' WHERE idempotency_key = 'claimed'",
    );
    await change("UPDATE mails SET status = idempotency_key WHERE idempotency_key IN ('failed', 'kept')");
    await change(
      "INSERT INTO failed_mails SELECT id, created_at, 1, 'x' FROM mails WHERE idempotency_key = 'failed'",
    );
    await registration("A", { next_check_at: "2026-11-21T09:10:00.000Z" });
    await registration("B", { next_check_at: "2026-11-21T08:29:00.000Z" });
    await registration("C", { status: "paid", flag: "overpaid", next_check_at: "2026-11-21T08:00:00.000Z" });
    await registration("D", { status: "paid", flag: "overpaid", created_at: "2026-11-13T09:00:00.000Z" });
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

  test("the health report counts no further than it must", async () => {
    await db
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
         INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status,
           next_attempt_at, give_up_at) SELECT 'x', 'x', 'x', 'x', 'x', n, 'kept', 'x', 'x' FROM numbers`,
      )
      .run();
    expect((await ask()).health.counts.mails.kept).toBe(1_000);
  });

  test.each([
    [{}, "not-set", "mail-not-set"],
    [{ SMTP_HOST: "smtp.example.com", SMTP_USER: "alone" }, "unusable", "mail-settings-unusable"],
  ])("the health report says so when no mail is delivered: %j", async (smtp, mail, attention) => {
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

test("a site that turns visitors away answers 503: the database does not answer", async () => {
  const never = new Promise<never>(() => undefined);
  const statement = { bind: () => statement, run: () => never, all: () => never, first: () => never };
  const silent = { ...db, prepare: () => statement };
  vi.useFakeTimers();
  const health = failing({ db: silent });
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await health).toMatchObject({ failures: ["database-unreachable"] });
});

test("a site that turns visitors away answers 503: the database was never migrated, or not far enough", async () => {
  expect(await failing()).toMatchObject({ failures: ["schema-outdated"], schema: { applied: null } });
  await migrated(["0000_earlier.sql"]);
  expect(await failing()).toMatchObject({
    failures: ["schema-outdated"],
    schema: { applied: "0000_earlier.sql", expected: MIGRATIONS.at(-1) },
  });
});

test("a site that turns visitors away answers 503: without a queue", async () => {
  await migrated(MIGRATIONS);
  expect(await failing({ jobs: undefined })).toMatchObject({ failures: ["queue-not-bound"] });
});

test("the health report is not answered without end", async () => {
  const limited = await ask({
    limits: {
      ...NO_LIMITS,
      ordersOfVisitor: { limit: async ({ key }) => ({ success: !key.startsWith("health:") }) },
    },
  });
  expect(limited.answer.status).toBe(429);
});

async function registration(letter: string, changes: Record<string, string>): Promise<void> {
  const row: Record<string, string> = {
    reference: `REG-20261121-${letter.repeat(10)}`,
    provider: "paystack",
    purpose: "registration",
    course_id: "devops-full",
    course_name: "DevOps Full",
    plan_id: "",
    plan_name: "",
    currency: "NGN",
    details: "null",
    customer_email: "ada@example.com",
    customer_name: "Ada Obi",
    customer_phone: "",
    started_at: NOW.toISOString(),
    created_at: NOW.toISOString(),
    updated_at: NOW.toISOString(),
    ...changes,
  };
  const names = Object.keys(row);
  await db
    .prepare(`INSERT INTO payments (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
}
