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

test("ids and keys are unique and have their own form", () => {
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

const ID = "ENR-7KQ2M9XA4T";
const KEY = "a_Bc-dEfGhIjKlMnOpQrS2";

test.each([
  ["a full stop after it", `${ID}.${KEY}.`],
  ["angle brackets around it", `%3C${ID}.${KEY}%3E`],
  ["words after it", `${ID}.${KEY}%20opens%20it`],
  ["a zero-width space after it", `${ID}.${KEY}%E2%80%8B`],
  ["invisible marks in it", `${ID}%E2%81%A0.%C2%AD${KEY}\u200E`],
  ["a campaign's parameters behind it", `${ID}.${KEY}&utm_source=mail&x=1`],
  ["Safe Links' parameters behind it", `${ID}.${KEY}&data=05%7C02%7Cada%40example.com%7C0`],
  ["its id in small letters", `${ID.toLowerCase()}.${KEY}`],
  ["its number sign twice", `#${ID}.${KEY}`],
  ["its encoding encoded", `%2523${ID}%252E${KEY}`],
  ["its full stop encoded", `${ID}%2E${KEY}`],
  ["its full stop defanged", `${ID}[.]${KEY}`],
  ["a space after its full stop", `${ID}.%20${KEY}`],
  ["a full stop of full width", `${ID}%EF%BC%8E${KEY}`],
  ["a typographic dash", `${ID.replace("-", "%E2%80%93")}.${KEY}`],
  ["a hyphen that does not break", `${ID.replace("-", "\u2011")}.${KEY}`],
  ["its underscore escaped", `${ID}.${KEY.replace("_", "%5C_")}`],
  ["a line break in its key", `${ID}.${KEY.slice(0, 9)}%0D%0A%20${KEY.slice(9)}`],
  ["a quoted-printable line break", `${ID}.${KEY.slice(0, 9)}=%0A${KEY.slice(9)}`],
  ["what is left of that line break", `${ID}.${KEY.slice(0, 9)}=${KEY.slice(9)}`],
  ["quoted-printable characters", `=23${ID.replace("-", "=2D")}=2E${KEY.replace("_", "=5F")}=3D`],
  ["the page's whole address", `https://academy.example/My-enrolment#${ID}.${KEY}`],
])("a link with %s is read", (_, fragment) => {
  expect(readFragment(fragment)).toEqual({ id: ID, key: KEY });
});

test.each([
  "",
  "faq-3",
  "ENR-0123456789&utm_campaign=the_newsletter_of_may",
  "ENR-0123456789.%E2%80%E2%80",
  "ENR-0123456789",
  "ENR-0123456789.short",
  "ENR-012345678I.AAAAAAAAAAAAAAAAAAAAAA",
  "a.b.c",
])("%j is no link's fragment", (fragment) => {
  expect(readFragment(fragment)).toBeNull();
});

test("a repeated request gets the same key, which does not reveal its idempotency key", async () => {
  const request = newKey();
  const key = await keyOfRequest(request);
  expect(isKey(key)).toBe(true);
  expect(await keyOfRequest(request)).toBe(key);
  expect(await keyOfRequest(newKey())).not.toBe(key);
  expect(key).not.toBe(request);
  expect(await keyDigest(key)).not.toContain(key);
});
