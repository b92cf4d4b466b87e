import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "~/server/database.ts";
import { handleHealth } from "~/server/health/handle-health.ts";
import { MOST_COUNTED } from "~/server/health/measure-database.ts";
import { MIGRATIONS } from "~/server/health/migrations.ts";
import { storeMail } from "~/server/mail/mail-store.ts";
import { paymentProviders } from "~/server/payments/payment-providers.ts";
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
afterEach(() => vi.restoreAllMocks());

async function ask(changes: Partial<Parameters<typeof handleHealth>[1]> = {}, method = "GET") {
  const answer = await handleHealth(new Request("https://academy.example/prod/health", { method }), {
    db,
    hasQueue: true,
    smtp: SMTP,
    providers: paymentProviders(SECRETS, "client"),
    limit: { limit: async () => ({ success: true }) },
    now: NOW,
    ...changes,
  });
  const text = await answer.text();
  return { answer, text, health: JSON.parse(text) };
}

test("knows every migration there is", () => {
  const folder = new URL("../../../../src/server/migrations/", import.meta.url);
  expect(MIGRATIONS).toEqual(readdirSync(folder).sort());
});

describe("a site that is well", () => {
  beforeEach(() => migrated(MIGRATIONS));

  test("answers 200 with what it stands on, and no cache keeps that", async () => {
    const { answer, health } = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(health).toEqual({
      status: "ok",
      failures: [],
      attention: [],
      schema: { expected: MIGRATIONS.at(-1), applied: MIGRATIONS.at(-1) },
      mail: "smtp",
      payments: { paystack: true, paypal: true, paypalWebhook: true },
      counts: {
        mails: { queued: 0, overdue: 0, parked: 0, kept: 0 },
        registrations: { unsettled: 0, overdue: 0, flaggedThisWeek: 0 },
      },
    });
  });

  test("stays well while the database is ahead of the code, as it is during a deploy", async () => {
    await db.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')").run();
    expect((await ask()).health).toMatchObject({ status: "ok", schema: { applied: "9999_later.sql" } });
  });

  test("tells neither a secret nor anything of a person", async () => {
    await storeMail(db, { ...MAIL, idempotencyKey: "one" }, NOW);
    expect((await ask()).text).not.toMatch(/secret|@|ada/);
  });

  test("counts what waits, and says what somebody should look at", async () => {
    for (const [key, minutes] of [
      ["new", 1],
      ["late", 16],
      ["claimed", 16],
      ["parked", 16],
      ["kept", 16],
    ] as const) {
      await storeMail(db, { ...MAIL, idempotencyKey: key }, new Date(NOW.getTime() - minutes * 60_000));
    }
    const change = (sql: string) => db.prepare(sql).run();
    await change(
      "UPDATE mails SET claimed_until = '2026-11-21T09:01:00.000Z' WHERE idempotency_key = 'claimed'",
    );
    await change("UPDATE mails SET status = idempotency_key WHERE idempotency_key IN ('parked', 'kept')");
    await change(
      "INSERT INTO dead_letters SELECT id, created_at, 1, 'x' FROM mails WHERE idempotency_key = 'parked'",
    );
    await registration("A", { next_check_at: "2026-11-21T09:10:00.000Z" });
    await registration("B", { next_check_at: "2026-11-21T08:29:00.000Z" });
    await registration("C", { status: "paid", flag: "overpaid", next_check_at: "2026-11-21T08:00:00.000Z" });
    await registration("D", { status: "paid", flag: "overpaid", created_at: "2026-11-13T09:00:00.000Z" });
    const { answer, health } = await ask();
    expect(answer.status).toBe(200);
    expect(health).toMatchObject({
      status: "attention",
      attention: ["mails-parked", "mails-overdue", "payment-checks-overdue"],
      counts: {
        mails: { queued: 3, overdue: 1, parked: 1, kept: 1 },
        registrations: { unsettled: 2, overdue: 2, flaggedThisWeek: 1 },
      },
    });
  });

  test("counts no further than it must", async () => {
    await db
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
         INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status,
           next_attempt_at, give_up_at) SELECT 'x', 'x', 'x', 'x', 'x', n, 'kept', 'x', 'x' FROM numbers`,
      )
      .run();
    expect((await ask()).health.counts.mails.kept).toBe(MOST_COUNTED);
  });

  test.each([
    [{}, "not-set", "mail-not-set"],
    [{ SMTP_HOST: "smtp.example.com", SMTP_USER: "alone" }, "unusable", "mail-settings-unusable"],
  ])("says so when no mail is delivered: %j", async (smtp, mail, attention) => {
    const { answer, health } = await ask({ smtp });
    expect(answer.status).toBe(200);
    expect(health).toMatchObject({ status: "attention", mail, attention: [attention] });
  });
});

describe("a site that turns visitors away answers 503:", () => {
  const failing = async (changes: Parameters<typeof ask>[0] = {}) => {
    const { answer, health } = await ask(changes);
    expect(answer.status).toBe(503);
    expect(health.status).toBe("failing");
    return health;
  };

  test("the database cannot be reached", async () => {
    const broken = {
      ...db,
      prepare: () => {
        throw new Error("D1 is busy");
      },
    };
    expect(await failing({ db: broken })).toMatchObject({ failures: ["database-unreachable"], counts: null });
  });

  test("the database does not answer", async () => {
    const never = new Promise<never>(() => undefined);
    const statement = { bind: () => statement, run: () => never, all: () => never, first: () => never };
    const silent = { ...db, prepare: () => statement };
    expect(await failing({ db: silent, timeoutMs: 10 })).toMatchObject({
      failures: ["database-unreachable"],
    });
  });

  test("the database was never migrated, or not far enough", async () => {
    expect(await failing()).toMatchObject({ failures: ["schema-outdated"], schema: { applied: null } });
    await migrated(MIGRATIONS.slice(0, -1));
    expect(await failing()).toMatchObject({
      failures: ["schema-outdated"],
      schema: { applied: MIGRATIONS.at(-2), expected: MIGRATIONS.at(-1) },
    });
  });

  test("there is no queue", async () => {
    await migrated(MIGRATIONS);
    expect(await failing({ hasQueue: false })).toMatchObject({ failures: ["queue-not-bound"] });
  });
});

test("only GET is answered, and not without end", async () => {
  expect((await ask({}, "POST")).answer.status).toBe(405);
  const limited = await ask({
    limit: { limit: async ({ key }) => ({ success: !key.startsWith("health:") }) },
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
    plan: "",
    currency: "NGN",
    details: "[]",
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
    .prepare(`INSERT INTO registrations (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
}
