import { expect, test } from "vitest";
import { headersFile } from "~/build/headers/integration.ts";
import type { PagePolicy } from "~/domain/headers/content-policy.ts";

const HASH = `sha256-${"a".repeat(43)}=`;
const NEEDS = {
  handwritten: "",
  scriptHashes: [HASH],
  endpoints: [],
  policies: new Map<string, PagePolicy>(),
};

/** Returns the lines of the rule for an address. */
function rule(file: string, path: string): string[] {
  const block = file.split("\n\n").find((each) => each.startsWith(`${path}\n`));
  return block?.trimEnd().split("\n").slice(1) ?? [];
}

test("the headers file removes the common policy from a page before it sets the page's own", () => {
  const file = headersFile({ ...NEEDS, policies: new Map([["/Signup", "payments"]]) });
  expect(rule(file, "/Signup").map((line) => line.slice(0, 28).trim())).toEqual([
    "! Content-Security-Policy",
    "! Permissions-Policy",
    "Content-Security-Policy: d",
    "Permissions-Policy: paymen",
  ]);
  expect(rule(file, "/*").join()).not.toMatch(/paypal|paystack/);
});

test("the headers file keeps the rules that it has already", () => {
  const handwritten = "/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n";
  expect(headersFile({ ...NEEDS, handwritten }).startsWith(handwritten)).toBe(true);
});

test("the headers file stops the build when a rule would be lost or is too long", () => {
  expect(() => headersFile({ ...NEEDS, handwritten: "/*\n  X-Frame-Options: DENY" })).toThrow(/\/\*/);
  const many = Array.from({ length: 101 }, (_, index): [string, PagePolicy] => [`/${index}`, "video"]);
  expect(() => headersFile({ ...NEEDS, policies: new Map(many) })).toThrow(/100 rules/);
  const scripts = Array.from({ length: 40 }, (_, index) => HASH + index);
  expect(() => headersFile({ ...NEEDS, scriptHashes: scripts })).toThrow(/2000 characters/);
});
