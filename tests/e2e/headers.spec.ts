import { parsePolicy } from "../fixtures/parse-policy.ts";
import { routes } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";

const PAYMENT_PAGES: readonly string[] = ["/Pricing", "/Signup", "/Sponsor", "/My-enrolment", "/Payment"];
const PROVIDERS = /paystack|paypal|venmo/;

/** All pages, addresses that answer 404, a file, and a redirect. */
const ADDRESSES = [
  ...routes,
  "/404",
  "/no-such-page",
  "/course/no-such-course",
  "/prod/no-such-endpoint",
  "/favicon.svg",
  "/about",
];

/** The headers of every response, a page's or not. */
const COMMON = {
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
};

test("every answer has the policy, which lets providers in only where something is paid", async ({
  request,
}) => {
  for (const address of ADDRESSES) {
    const isPayment = PAYMENT_PAGES.includes(address);
    const headers = (await request.get(address, { maxRedirects: 0 })).headers();
    expect(headers, address).toMatchObject({
      ...COMMON,
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "cross-origin-resource-policy": "same-origin",
    });
    const { "content-security-policy": text = "", "permissions-policy": permissions = "" } = headers;
    expect(permissions, address).toContain("payment=(");
    expect(PROVIDERS.test(permissions), address).toBe(isPayment);
    expect(PROVIDERS.test(text), address).toBe(isPayment);
    const policy = parsePolicy(text);
    const sources = (name: string) => [...(policy.get(name) ?? [])].join(" ");
    expect(sources("script-src"), address).toMatch(/^'self' 'sha256-/);
    expect(sources("script-src"), address).not.toMatch(/unsafe|(^| )(\*|https?:|data:|blob:)( |$)/);
    for (const name of ["default-src", "object-src", "frame-ancestors"])
      expect(sources(name), address).toBe("'none'");
    expect(sources("base-uri"), address).toBe("'self'");
    expect(sources("form-action"), address).toBe(
      isPayment
        ? "'self' https://checkout.paystack.com https://www.paypal.com https://www.sandbox.paypal.com"
        : "'self'",
    );
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
      ...COMMON,
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "permissions-policy": expect.stringContaining("payment=()"),
    });
  }
});

/** A changed price must show on the next visit. */
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

test("other sites may show the cards of link previews", async ({ request }) => {
  const card = await request.get("/cards/home.png");
  expect(card.headers()["cross-origin-resource-policy"]).toBe("cross-origin");
});
