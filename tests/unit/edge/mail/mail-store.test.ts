import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { type D1InMemory, startD1Database } from "../../../fixtures/d1-database.ts";

const mail = {
  from: "no-reply@academy.example",
  to: "hello@academy.example",
  subject: "Newsletter",
  message: "<p>ada@example.com</p>",
  idempotencyKey: null,
};
const NOW = new Date("2026-11-21T09:00:00Z");

let academy: D1InMemory;
beforeAll(async () => {
  academy = await startD1Database();
});
beforeEach(() => academy.clear());
afterAll(() => academy.stop());

test("a mail is stored as it is, with the time it came in", async () => {
  const stored = await storeMail(academy.db, mail, new Date("2026-11-21T09:30:00+01:00"));
  expect(stored).toEqual({ isNew: true, id: expect.any(Number) });
  const { idempotencyKey: _, ...content } = mail;
  expect(await listMails(academy.db, { limit: 10 })).toEqual([
    {
      ...content,
      id: expect.any(Number),
      text: null,
      calendar: null,
      createdAt: "2026-11-21T08:30:00.000Z",
      status: "queued",
      attempts: 0,
      nextAttemptAt: "2026-11-21T08:30:00.000Z",
      deliveredAt: null,
      lastError: null,
    },
  ]);
});

test("the same mail sent again is a success and is stored once", async () => {
  await storeMail(academy.db, mail, NOW);
  const again = await storeMail(academy.db, { ...mail }, new Date("2026-11-21T23:59:00Z"));
  expect(again).toEqual({ isNew: false });
  expect(await listMails(academy.db, { limit: 10 })).toHaveLength(1);
});

test("the same words on another day are another mail", async () => {
  await storeMail(academy.db, mail, new Date("2026-11-21T09:30:00Z"));
  expect(await storeMail(academy.db, mail, new Date("2026-11-22T09:30:00Z"))).toMatchObject({ isNew: true });
});

test("a mail under a key of its own is that mail on every day, whatever it says", async () => {
  const keyed = { ...mail, idempotencyKey: "key" };
  await storeMail(academy.db, keyed, new Date("2026-11-21T09:30:00Z"));
  const other = { ...keyed, message: "<p>two</p>" };
  expect(await storeMail(academy.db, other, new Date("2026-12-21T09:30:00Z"))).toEqual({ isNew: false });
});

test.each([
  ["sender", { from: "hello@academy.example" }],
  ["recipient", { to: "finance@academy.example" }],
  ["subject", { subject: "Contact Form" }],
  ["message", { message: "<p>ada@example.org</p>" }],
])("a mail that differs in its %s is another mail", async (_part, change) => {
  await storeMail(academy.db, mail, NOW);
  expect(await storeMail(academy.db, { ...mail, ...change }, NOW)).toMatchObject({ isNew: true });
});
