import type { APIRequestContext } from "@playwright/test";
import { parsePolicy } from "../fixtures/parse-policy.ts";
import { routes } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";
import { SANDBOX, SITE } from "./servers.ts";

const PAYMENT_PAGES: readonly string[] = ["/Pricing", "/Signup", "/Sponsor", "/My-enrolment", "/Payment"];
const PROVIDERS = /paystack|paypal|venmo/;

async function policyAt(request: APIRequestContext, address: string): Promise<Map<string, string>> {
  const answer = await request.get(address, { maxRedirects: 0 });
  const policy = parsePolicy(answer.headers()["content-security-policy"] ?? "");
  return new Map([...policy].map(([name, sources]) => [name, [...sources].join(" ")]));
}

/** Pages, the page for what is not found, wherever it is asked for, a file, and an address that sends on. */
const ADDRESSES = [
  ...routes,
  "/404",
  "/no-such-page",
  "/course/no-such-course",
  "/prod/no-such-endpoint",
  "/favicon.svg",
  "/about",
];

for (const { origin, what } of [
  { ...SITE, what: "the site" },
  { ...SANDBOX, what: "the sandbox" },
]) {
  test(`every answer of ${what} comes with the policy and the other headers`, async ({ request }) => {
    for (const address of ADDRESSES) {
      const answer = await request.get(origin + address, { maxRedirects: 0 });
      expect(answer.headers(), address).toMatchObject({
        "cross-origin-opener-policy": "same-origin-allow-popups",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("payment=("),
        "referrer-policy": "strict-origin-when-cross-origin",
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "x-content-type-options": "nosniff",
      });
      const policy = await policyAt(request, origin + address);
      const scripts = policy.get("script-src") ?? "";
      expect(scripts, address).toMatch(/^'self' 'sha256-/);
      expect(scripts, address).not.toMatch(/unsafe|(^| )(\*|https?:|data:|blob:)( |$)/);
      expect(policy.get("default-src"), address).toBe("'none'");
      expect(policy.get("object-src"), address).toBe("'none'");
      expect(policy.get("base-uri"), address).toBe("'self'");
      expect(policy.get("form-action"), address).toBe(
        PAYMENT_PAGES.includes(address)
          ? "'self' https://checkout.paystack.com https://www.paypal.com https://www.sandbox.paypal.com"
          : "'self'",
      );
      expect(policy.get("frame-ancestors"), address).toBe("'none'");
    }
  });
}

test("the policy has the payment providers where something is paid, and only there", async ({ request }) => {
  for (const address of ADDRESSES) {
    const isPayment = PAYMENT_PAGES.includes(address);
    const headers = (await request.get(address, { maxRedirects: 0 })).headers();
    expect(PROVIDERS.test(headers["content-security-policy"] ?? ""), address).toBe(isPayment);
    expect(PROVIDERS.test(headers["permissions-policy"] ?? ""), address).toBe(isPayment);
  }
});

test("on-demand answers are data, and nothing in them can run", async ({ request }) => {
  for (const [method, address] of [
    ["GET", "/json"],
    ["DELETE", "/json"],
    ["GET", "/prod/mailing"],
    ["POST", "/prod/mailing"],
  ] as const) {
    const answer = await request.fetch(address, { method });
    expect(answer.headers(), `${method} ${address}`).toMatchObject({
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "permissions-policy": expect.stringContaining("payment=()"),
      "referrer-policy": "strict-origin-when-cross-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
    });
  }
});

test("the sandbox's page has the policy of the other pages, and one script more", async ({ request }) => {
  const plain = await policyAt(request, `${SANDBOX.origin}/About`);
  const { "content-security-policy": policy = "" } = (
    await request.get(`${SANDBOX.origin}/sandbox`)
  ).headers();
  expect(policy.match(/sha256-/g)?.length).toBe(
    (plain.get("script-src")?.match(/sha256-/g)?.length ?? 0) + 1,
  );
});

test("other sites may show the social cards", async ({ request }) => {
  const card = await request.get("/cards/home.png");
  expect(card.headers()["cross-origin-resource-policy"]).toBe("cross-origin");
});

/** Kept for no longer than until it is asked for again: a price that was changed shows on the next visit. */
test("every page is revalidated on each visit, and answered with 304 where it is the same", async ({
  request,
}) => {
  for (const route of [...routes, "/offline", "/no-such-page"]) {
    const { "cache-control": cacheControl, etag = "" } = (await request.get(route)).headers();
    expect(cacheControl, route).toBe("public, max-age=0, must-revalidate");
    if (route === "/no-such-page") continue;
    expect(etag, route).not.toBe("");
    const again = await request.get(route, { headers: { "if-none-match": etag } });
    expect(again.status(), route).toBe(304);
  }
});
