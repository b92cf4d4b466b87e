import { describe, expect, test } from "vitest";
import { contentPolicy, PAGE_POLICIES, permissionsPolicy } from "~/domain/headers/content-policy.ts";
import { parsePolicy } from "../../../fixtures/parse-policy.ts";

const NEEDS = { scriptHashes: ["sha256-abc="], endpoints: [] };
const list = (text: string, directive: string) => [...(parsePolicy(text).get(directive) ?? [])];

test("a mail or location endpoint elsewhere may be asked, and that is all", () => {
  const policy = contentPolicy({ ...NEEDS, endpoints: ["https://mail.example.org"] });
  expect(list(policy, "connect-src")).toEqual(["'self'", "https://mail.example.org"]);
  expect(policy.match(/mail\.example\.org/g)).toHaveLength(1);
});

describe("the policy of a page that takes payments", () => {
  const policy = contentPolicy({ ...NEEDS, policy: "payments" });

  test.each(["script-src", "style-src", "img-src", "connect-src", "frame-src", "child-src"])(
    "the policy of a page that takes payments lets PayPal's three hosts into %s",
    (directive) => {
      for (const host of ["paypal.com", "paypalobjects.com", "venmo.com"]) {
        expect(list(policy, directive)).toContain(`https://*.${host}`);
      }
    },
  );

  test("the policy of a page that takes payments lets PayPal into nothing else", () => {
    const otherDirectives = [...parsePolicy(policy)].filter(
      ([name]) => !/^(form-action|(script|style|img|connect|frame|child)-src)$/.test(name),
    );
    for (const [name, sources] of otherDirectives)
      expect([...sources].join(" "), name).not.toMatch(/paypal|venmo/);
  });
});

test("a video's player is let in as a frame, and nothing of it as a script", () => {
  const policy = contentPolicy({ ...NEEDS, policy: "video" });
  expect(list(policy, "frame-src")).toEqual(["https://www.youtube-nocookie.com"]);
  expect(policy.match(/youtube/g)).toHaveLength(1);
});

test("the browser's own payment dialog is for the providers, where there is something to pay", () => {
  expect(permissionsPolicy("payments")).toContain(
    'payment=(self "https://checkout.paystack.com" "https://www.paypal.com")',
  );
  for (const policy of [undefined, ...PAGE_POLICIES.filter((each) => each !== "payments")]) {
    expect(permissionsPolicy(policy)).toContain("payment=()");
  }
});
