import { expect, test } from "vitest";
import {
  fragmentOf,
  isEnrolmentId,
  isKey,
  keyDigest,
  keyOfRequest,
  newEnrolmentId,
  newKey,
  readFragment,
} from "~/domain/enrolment/enrolment-key.ts";

test("ids and keys are new each time, and of their own shape", () => {
  const ids = new Set(Array.from({ length: 1000 }, newEnrolmentId));
  const keys = new Set(Array.from({ length: 1000 }, newKey));
  expect([ids.size, keys.size]).toEqual([1000, 1000]);
  expect([...ids].every(isEnrolmentId)).toBe(true);
  expect([...keys].every(isKey)).toBe(true);
});

test("each of a key's 128 bits is random", () => {
  const keys = Array.from({ length: 100 }, () => Buffer.from(newKey(), "base64url"));
  for (let bit = 0; bit < 128; bit += 1) {
    const values = new Set(keys.map((key) => ((key[bit >> 3] ?? 0) >> (bit & 7)) & 1));
    expect(values.size, `bit ${bit}`).toBe(2);
  }
});

test("a link's fragment is read back", () => {
  const access = { id: newEnrolmentId(), key: newKey() };
  expect(readFragment(fragmentOf(access))).toEqual(access);
});

test.each([
  "",
  "faq-3",
  "ENR-0123456789",
  "ENR-0123456789.short",
  "ENR-012345678I.AAAAAAAAAAAAAAAAAAAAAA",
  "a.b.c",
])("%j is no link's fragment", (fragment) => {
  expect(readFragment(fragment)).toBeNull();
});

test("the same request gets the same key, another one another, and neither says what it was made of", async () => {
  const request = newKey();
  const key = await keyOfRequest(request);
  expect(isKey(key)).toBe(true);
  expect(await keyOfRequest(request)).toBe(key);
  expect(await keyOfRequest(newKey())).not.toBe(key);
  expect(key).not.toBe(request);
  expect(await keyDigest(key)).not.toContain(key);
});
