import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { codeOf, isHmacOf } from "~/domain/digest.ts";

test("no letter or digit can be mistaken for another on the phone", () => {
  const code = codeOf(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  expect(code).not.toMatch(/[01IO]/);
  expect(new Set(code).size).toBe(32);
});

test("an empty secret signs nothing", async () => {
  const hmac = createHmac("sha512", "").update("text").digest("hex");
  expect(await isHmacOf("SHA-512", "", { text: "text", hmac })).toBe(false);
});
