import { expect, test } from "vitest";
import { contentPolicy, PAGE_POLICIES, permissionsPolicy } from "~/domain/headers/content-policy.ts";
import { parsePolicy } from "../../../fixtures/parse-policy.ts";

const NEEDS = { scriptHashes: ["sha256-abc="], endpoints: [] };
const list = (text: string, directive: string) => [...(parsePolicy(text).get(directive) ?? [])];

test("an endpoint on another host is allowed only in connect-src", () => {
  const policy = contentPolicy({ ...NEEDS, endpoints: ["https://mail.example.org"] });
  expect(list(policy, "connect-src")).toEqual(["'self'", "https://mail.example.org"]);
  expect(policy.match(/mail\.example\.org/g)).toHaveLength(1);
});

const policy = contentPolicy({ ...NEEDS, policy: "payments" });

test.each(["script-src", "style-src", "img-src", "connect-src", "frame-src", "child-src"])(
  "the policy of a page that takes payments lets PayPal's three hosts into %s",
  (directive) => {
    for (const host of ["paypal.com", "paypalobjects.com", "venmo.com"]) {
      expect(list(policy, directive)).toContain(`https://*.${host}`);
    }
  },
);

test("the browser's payment dialog is allowed only on pages that take payments", () => {
  expect(permissionsPolicy("payments")).toContain(
    'payment=(self "https://checkout.paystack.com" "https://www.paypal.com")',
  );
  for (const policy of [undefined, ...PAGE_POLICIES.filter((pagePolicy) => pagePolicy !== "payments")]) {
    expect(permissionsPolicy(policy)).toContain("payment=()");
  }
});
