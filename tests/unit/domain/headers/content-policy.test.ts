import { describe, expect, test } from "vitest";
import { contentPolicy, PAGE_POLICIES, permissionsPolicy } from "~/domain/headers/content-policy.ts";
import { parsePolicy } from "../../../fixtures/parse-policy.ts";

const NEEDS = { scriptHashes: ["sha256-abc="], endpoints: [] };
const list = (text: string, directive: string) => [...(parsePolicy(text).get(directive) ?? [])];

describe("the policy of a plain page", () => {
  const policy = contentPolicy(NEEDS);

  test("the policy of a plain page allows its own files and the inline scripts it knows, and no other script", () => {
    expect(list(policy, "script-src")).toEqual(["'self'", "'sha256-abc='"]);
  });

  test("the policy of a plain page allows nothing that it does not name", () => {
    for (const name of ["default-src", "object-src", "frame-ancestors"]) {
      expect(list(policy, name)).toEqual(["'none'"]);
    }
    for (const name of ["base-uri", "form-action"]) expect(list(policy, name)).toEqual(["'self'"]);
    expect(list(policy, "frame-src")).toEqual([]);
    expect(policy, "another host").not.toMatch(/https?:/);
  });
});

test("a mail or location endpoint elsewhere may be asked, and that is all", () => {
  const policy = contentPolicy({ ...NEEDS, endpoints: ["https://mail.example.org"] });
  expect(list(policy, "connect-src")).toEqual(["'self'", "https://mail.example.org"]);
  expect(policy.match(/mail\.example\.org/g)).toHaveLength(1);
});

describe("the policy of a page that takes payments", () => {
  const policy = contentPolicy({ ...NEEDS, policy: "payments" });

  test("the policy of a page that takes payments lets Paystack show its frame and be asked, and run nothing", () => {
    expect(list(policy, "frame-src")).toContain("https://checkout.paystack.com");
    expect(list(policy, "connect-src")).toContain("https://api.paystack.co");
    expect(policy.match(/paystack/g)).toHaveLength(3);
  });

  test.each(["script-src", "style-src", "img-src", "connect-src", "frame-src", "child-src"])(
    "the policy of a page that takes payments lets PayPal's three hosts into %s, as it documents",
    (directive) => {
      for (const host of ["paypal.com", "paypalobjects.com", "venmo.com"]) {
        expect(list(policy, directive)).toContain(`https://*.${host}`);
      }
    },
  );

  test("a form without script may lead to the pages on which both providers take money, and nowhere else", () => {
    expect(list(policy, "form-action")).toEqual([
      "'self'",
      "https://checkout.paystack.com",
      "https://www.paypal.com",
      "https://www.sandbox.paypal.com",
    ]);
  });

  test("the policy of a page that takes payments lets PayPal into nothing else", () => {
    const others = [...parsePolicy(policy)].filter(
      ([name]) => !/^(form-action|(script|style|img|connect|frame|child)-src)$/.test(name),
    );
    for (const [name, sources] of others) expect([...sources].join(" "), name).not.toMatch(/paypal|venmo/);
  });
});

test.each(["payments", "video", undefined] as const)("%s: no script is allowed unseen", (policy) => {
  const scripts = list(contentPolicy({ ...NEEDS, policy }), "script-src");
  expect(scripts.filter((source) => /unsafe|\*$|^(https?|data|blob):$/.test(source))).toEqual([]);
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
