import { expect, test } from "vitest";
import {
  isOwnReference,
  isReference,
  newReference,
  referenceOfKey,
  registrationMailKey,
} from "~/domain/payments/reference.ts";

const now = new Date("2026-11-21T23:30:00.000Z");

test("a payment's reference names its kind and the day, then ten letters and digits", () => {
  expect(newReference("registration", now)).toMatch(/^REG-20261121-[2-9A-HJ-NP-Z]{10}$/);
  expect(newReference("tuition", now)).toMatch(/^TUI-20261121-[2-9A-HJ-NP-Z]{10}$/);
});

test("ten thousand attempts on one day get ten thousand references", () => {
  const references = Array.from({ length: 10_000 }, () => newReference("registration", now));
  expect(new Set(references).size).toBe(10_000);
  expect(references.every(isReference)).toBe(true);
  expect(references.every(isOwnReference)).toBe(true);
});

test.each([
  ["a".repeat(7), false],
  ["a".repeat(8), true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["REG-2026.11=21", true],
  ["REG 20261121", false],
  ["REG-20261121\n", false],
  ["", false],
])("%j as a reference: %s", (text, isUsable) => {
  expect(isReference(text)).toBe(isUsable);
});

test.each([
  ["TUI-20261121-AAAAAAAAAA", true],
  ["INV-20261121-AAAAAAAAAA", false],
  ["REG-20261121-AAAAAAAAA1", false],
  ["REG-20261121-AAAAAAAAAAA", false],
  ["REG-20261121-AAAAAAAAAA\n", false],
  ["qTPrJoy9Bx", false],
])("%j as one of the site's own references: %s", (text, isOwn) => {
  expect(isOwnReference(text)).toBe(isOwn);
});

const reference = "REG-20261121-AAAAAAAAAA";

test.each(["paid", "unconfirmed"] as const)("a key for a mail that says %s names its payment", (payment) => {
  expect(referenceOfKey(registrationMailKey(reference, "staff-1", payment))).toBe(reference);
});

test.each([
  "",
  "contact",
  reference,
  `${reference}:staff-1`,
  `${reference}::paid`,
  `${reference}:staff-1:refunded`,
  `${reference}:staff-1:paid:again`,
  `qTPrJoy9Bx:staff-1:paid`,
  `provider:${reference}:staff-1:paid`,
])("the key %j names no payment", (key) => {
  expect(referenceOfKey(key)).toBeNull();
});
