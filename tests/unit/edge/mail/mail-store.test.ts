import { beforeEach, expect, test } from "vitest";
import type { Database } from "~/edge/database.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const mail = {
  from: "no-reply@academy.example",
  to: "hello@academy.example",
  subject: "Newsletter",
  message: "<p>ada@example.com</p>",
  idempotencyKey: null,
};
const NOW = new Date("2026-11-21T09:00:00Z");

let db: Database;
beforeEach(() => {
  db = openDatabase();
});

test("the same words on another day are another mail", async () => {
  await storeMail(db, mail, NOW);
  expect(await storeMail(db, mail, new Date("2026-11-21T23:59:00Z"))).toEqual({ isNew: false });
  expect(await storeMail(db, mail, new Date("2026-11-22T09:30:00Z"))).toMatchObject({ isNew: true });
});

test("a mail under a key of its own is that mail on every day, whatever it says", async () => {
  const keyed = { ...mail, idempotencyKey: "key" };
  await storeMail(db, keyed, NOW);
  const other = { ...keyed, message: "<p>two</p>" };
  expect(await storeMail(db, other, new Date("2026-12-21T09:30:00Z"))).toEqual({ isNew: false });
});

test.each([
  ["sender", { from: "hello@academy.example" }],
  ["recipient", { to: "finance@academy.example" }],
  ["subject", { subject: "Contact Form" }],
  ["message", { message: "<p>ada@example.org</p>" }],
])("a mail that differs in its %s is another mail", async (_part, change) => {
  await storeMail(db, mail, NOW);
  expect(await storeMail(db, { ...mail, ...change }, NOW)).toMatchObject({ isNew: true });
});
