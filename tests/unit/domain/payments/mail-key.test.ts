import { expect, test } from "vitest";
import { referenceOfKey, registrationMailKey } from "~/domain/payments/reference.ts";

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
])("%j says nothing of a payment", (key) => {
  expect(referenceOfKey(key)).toBeNull();
});
