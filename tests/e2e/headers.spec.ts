import type { BrowserContext, Page } from "@playwright/test";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { ADA, fillIn } from "./registration-form.ts";

/** Collects what the page's policy refused, on this page and the next ones. */
async function refusals(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeFunction("tellRefusal", (text: string) => refused.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      (window as unknown as { tellRefusal(text: string): void }).tellRefusal(
        `${event.effectiveDirective}: ${event.blockedURI}`,
      );
    });
  });
  return refused;
}

/** The page's policy by directive. */
async function policyOf(page: Page): Promise<Map<string, string>> {
  const content = await page.locator('meta[http-equiv="content-security-policy" i]').getAttribute("content");
  const directives = (content ?? "").split(";").map((each) => each.trim().split(/\s+/));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources.join(" ")]));
}

test.beforeEach(({ context }) => comeFrom(context, "NG"));

for (const path of ["/", "/Pricing", "/Signup"]) {
  test(`${path} works under its own policy`, async ({ page, context }) => {
    const refused = await refusals(context);
    await page.goto(path);
    await page.getByRole("button", { name: "Pause the announcement" }).click();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    expect(refused).toEqual([]);
  });

  test(`${path} runs no script but the site's own`, async ({ page }) => {
    await page.goto(path);
    const policy = await policyOf(page);
    const scripts = policy.get("script-src") ?? "";
    expect(scripts).toContain("'self'");
    expect(scripts).toMatch(/'sha256-/);
    expect(scripts).not.toMatch(/'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|(^| )(\*|https?:|data:)( |$)/);
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("base-uri")).toMatch(/^'(self|none)'$/);
    expect(policy.get("form-action")).toBe("'self'");
    expect(policy.get("default-src")).toBe("'self'");
  });
}

test("a script that somebody slips into a page does not run", async ({ page, expectedErrors }) => {
  expectedErrors.push(/Content Security Policy/);
  await page.goto("/Signup");
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.slippedIn = true";
    document.body.append(script);
    return "slippedIn" in window;
  });
  expect(ran).toBe(false);
});

test("payment through Paystack works under the policy of its page", async ({ page, context }) => {
  const refused = await refusals(context);
  await servePaystack(context);
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  expect(refused).toEqual([]);
});

test("payment through PayPal works under the policy of its page", async ({ page, context }) => {
  const refused = await refusals(context);
  await comeFrom(context, "US");
  await servePayPal(context);
  await page.goto("/Pricing");
  await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
  await page.getByRole("button", { name: "Pay with PayPal" }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  expect(refused).toEqual([]);
});

const PROVIDERS = /paystack|paypal|venmo/;

for (const path of ["/Pricing", "/Signup"]) {
  test(`${path} lets the payment providers in`, async ({ page }) => {
    await page.goto(path);
    const policy = await policyOf(page);
    expect(policy.get("frame-src")).toContain("https://checkout.paystack.com");
    expect(policy.get("connect-src")).toContain("https://api.paystack.co");
    expect(policy.get("frame-src")).toContain("https://*.paypal.com");
    expect(policy.get("script-src")).toContain("https://*.paypal.com");
    expect(policy.get("script-src")).not.toContain("paystack");
  });
}

for (const path of ["/", "/no-such-page"]) {
  test(`${path} lets no payment provider in`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    await page.goto(path);
    const policy = await policyOf(page);
    expect(policy.get("script-src")).toContain("'self'");
    for (const [directive, sources] of policy) expect(sources, directive).not.toMatch(PROVIDERS);
  });
}
