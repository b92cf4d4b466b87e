import { beforeEach, expect, test } from "vitest";
import type { Database } from "~/edge/database.ts";
import { addEvents } from "~/edge/payments/payment-events.ts";
import { addRegistration, saveStatus } from "~/edge/payments/registration-store.ts";
import type { Query } from "~/edge/query.ts";
import { recordedFor } from "~/edge/reconciliation/exports/recorded-payments.ts";
import { sqlText } from "~/edge/sql-text.ts";
import { listRegistrations } from "../../../../scripts/ops/registrations/list-registrations.ts";
import { readingDatabase } from "../../../../scripts/ops/registrations/reading-database.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const { learner, parts, isSponsored } = orderOf();

let db: Database;
const query: Query = (statements) =>
  Promise.all(statements.map(async (sql) => (await db.prepare(sql).all<Record<string, unknown>>()).results));

async function add(reference: string, createdAt: string): Promise<void> {
  await addRegistration(
    db,
    {
      reference,
      provider: "paystack",
      purpose: "registration",
      course: { id: "devops-full", name: "DevOps Full" },
      plan: null,
      currency: "NGN",
      expectedMinor: 49_500_000,
      details: { learner, parts, isSponsored },
      customer: { email: "ada@example.com", name: "Ada Obi", phone: "+2348012345678" },
      startedAt: createdAt,
    },
    { now: new Date(createdAt), nextCheckAt: null },
  );
}

beforeEach(async () => {
  db = openDatabase();
  await add("REG-1", "2026-01-31T23:59:59.999Z");
  await add("REG-2", "2026-02-01T00:00:00.000Z");
  await add("REG-3", "2026-02-28T23:59:59.999Z");
  await saveStatus(
    db,
    "REG-3",
    { status: "short-paid", flag: "amount-mismatch", paidMinor: 100 },
    { eventCount: 0, hasEvidence: false, now: new Date() },
  );
});

const ALL = { period: { since: null, until: null }, status: null, flagged: false } as const;
const references = async (options: Partial<Parameters<typeof listRegistrations>[1]>) =>
  (await listRegistrations(query, { ...ALL, ...options })).map(({ reference }) => reference);

test("a period holds its first and its last day whole", async () => {
  expect(await references({})).toEqual(["REG-1", "REG-2", "REG-3"]);
  expect(await references({ period: { since: "2026-02-01", until: null } })).toEqual(["REG-2", "REG-3"]);
  expect(await references({ period: { since: null, until: "2026-01-31" } })).toEqual(["REG-1"]);
  expect(await references({ period: { since: "2026-02-28", until: "2026-02-28" } })).toEqual(["REG-3"]);
});

test("only those of a status, or those that staff must look at, are listed when asked for", async () => {
  expect(await references({ status: "unpaid" })).toEqual(["REG-1", "REG-2"]);
  expect(await references({ flagged: true })).toEqual(["REG-3"]);
  await db.prepare("UPDATE registrations SET seen_flag = flag").bind().run();
  expect(await references({ flagged: true })).toEqual([]);
});

test("a listed registration has all that staff need", async () => {
  expect((await listRegistrations(query, ALL)).at(-1)).toMatchObject({
    status: "short-paid",
    flag: "amount-mismatch",
    expectedMinor: 49_500_000,
    paidMinor: 100,
    customer: { name: "Ada Obi" },
    course: { id: "devops-full", name: "DevOps Full" },
    plan: null,
    details: { learner, parts, isSponsored },
  });
});

test("what was recorded of payments is what moved money, and no test charge", async () => {
  const event = (kind: "charged" | "refunded" | "test-charged" | "registered", eventId: string) =>
    ({
      provider: "paystack",
      reference: "REG-3",
      kind,
      eventId,
      amountMinor: 100,
      currency: "NGN",
      source: "webhook",
      occurredAt: "2026-02-28T10:00:00.000Z",
    }) as const;
  await addEvents(
    db,
    [
      event("registered", "registered:REG-3"),
      event("charged", "charged:77"),
      event("refunded", "refunded:78"),
      event("test-charged", "charged:79"),
    ],
    new Date(),
  );
  const exportOf = (provider: "paystack" | "paypal") => ({
    provider,
    movements: [],
    includesRefunds: true,
    unreadable: [],
  });
  const found = (provider: "paystack" | "paypal", references: readonly string[]) => {
    const named = {
      kind: "charged",
      references,
      transactionId: "77",
      chargeId: "77",
      currency: "NGN",
      minor: 100,
    } as const;
    return recordedFor(readingDatabase(query), { ...exportOf(provider), movements: [named] }, ALL.period);
  };
  expect(await found("paystack", [])).toEqual(await found("paystack", ["REG-3"]));
  expect(await found("paystack", [])).toEqual([
    expect.objectContaining({ kind: "charged", reference: "REG-3", transactionId: "77", minor: 100 }),
    expect.objectContaining({ kind: "returned", transactionId: "78" }),
  ]);
  expect(await found("paypal", ["REG-3"])).toEqual([]);
});

test("what commands ask the site's own questions with is written into them, and changes nothing", async () => {
  const asked = readingDatabase(query).prepare("SELECT ? AS text, ? AS number, ? AS absent");
  expect(await asked.bind("O'Neil", 7, null).first()).toEqual({ text: "O'Neil", number: 7, absent: null });
  expect(() => asked.bind("too few")).toThrow(RangeError);
  await expect(asked.bind("", 1, null).run()).rejects.toThrow("changes nothing");
});

test("a text in a statement stays a text", async () => {
  const text = "Robert'); DROP TABLE registrations; --";
  expect(await query([`SELECT ${sqlText(text)} AS text`])).toEqual([[{ text }]]);
  expect(() => sqlText("a\0b")).toThrow(RangeError);
});
