import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { kinds, stretches } from "../fixtures/routes.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX } from "./servers.ts";
import { walkThrough } from "./walk-through.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

for (const stretch of stretches(6, kinds)) {
  test(`no page breaks its policy, from its top to its end: ${stretch[0]} to ${stretch.at(-1)}`, async ({
    page,
  }) => {
    for (const route of stretch) {
      await page.goto(route, { waitUntil: "domcontentloaded" });
      await walkThrough(page);
    }
  });
}

test("the sandbox's page does not break its policy", async ({ page }) => {
  await page.goto(`${SANDBOX.origin}/sandbox`);
  await page.getByLabel("Visitor's country").selectOption("Ghana");
  await page.getByRole("button", { name: "Set the country" }).click();
  await expect(page).toHaveURL(`${SANDBOX.origin}/sandbox`);
});

test("payment through Paystack works under the policy of its page", async ({ page, context }) => {
  await servePaystack(context);
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
});

test("payment through PayPal works under the policy of its page", async ({ page, context }) => {
  await comeFrom(context, "US");
  await servePayPal(context);
  await page.goto("/Pricing");
  await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
  await page.getByRole("button", { name: "Pay with PayPal" }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
});

/** What somebody may try to slip into a page, and what the browser says to it. */
const SLIPPED_IN = [
  {
    what: "an inline script",
    refused: "script-src-elem refused inline",
    html: `<script>window.slippedIn = true</script>`,
  },
  {
    what: "a handler in an attribute",
    refused: "script-src-attr refused inline",
    html: `<button onclick="window.slippedIn = true">Click</button>`,
  },
  {
    what: "a script from elsewhere",
    refused: "script-src-elem refused https://evil.example/a.js",
    html: `<script src="https://evil.example/a.js"></script>`,
  },
  {
    what: "a frame",
    refused: "frame-src refused https://evil.example",
    html: `<iframe src="https://evil.example/"></iframe>`,
  },
  {
    what: "a plug-in",
    refused: "object-src refused https://evil.example",
    html: `<object data="https://evil.example/a.swf"></object>`,
  },
  {
    what: "another base for the page's links",
    refused: "base-uri refused https://evil.example",
    html: `<base href="https://evil.example/">`,
  },
] as const;

for (const path of ["/", "/Signup"]) {
  test(`what is slipped into ${path} is refused and reported: ${SLIPPED_IN.map(({ what }) => what).join(", ")}`, async ({
    page,
    unexpected,
    expectedErrors,
  }) => {
    expectedErrors.push(/Content Security Policy/);
    await page.goto(path);
    for (const { what, refused, html } of SLIPPED_IN) {
      await test.step(what, async () => {
        await page.evaluate((markup) => {
          const made = document.createRange().createContextualFragment(markup).firstElementChild;
          if (!made) return;
          document.body.append(made);
          if (made instanceof HTMLElement) made.click();
        }, html);
        await expect.poll(() => unexpected.join("\n")).toContain(`Content Security Policy: ${refused}`);
        expect.soft(await page.evaluate(() => "slippedIn" in window), what).toBe(false);
      });
    }
  });
}

test("a text page takes no style from elsewhere either", async ({ page, unexpected, expectedErrors }) => {
  expectedErrors.push(/Content Security Policy/);
  await page.goto("/About");
  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
  });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => unexpected.join("\n")).toContain("style-src-elem refused inline");
});

for (const host of ["https://www.paypal.com/sdk/js", "https://js.paystack.co/v2/inline.js"]) {
  test(`Home does not run ${host}`, async ({ page, unexpected, expectedErrors }) => {
    expectedErrors.push(/Content Security Policy/);
    await page.goto("/");
    await page.evaluate((address) => {
      const script = document.createElement("script");
      script.src = address;
      document.head.append(script);
    }, host);
    await expect.poll(() => unexpected.join("\n")).toContain(`script-src-elem refused ${host}`);
  });
}
