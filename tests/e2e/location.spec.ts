import type { BrowserContext, Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";
import { answerLookup, countLookups, failLookup, holdLookup, savedLocation } from "./lookup.ts";

const naira = (page: Page) => page.getByText("N194K").first();
const dollars = (page: Page) => page.getByText("$625", { exact: true }).first();

async function expectNaira(page: Page): Promise<void> {
  await expect(naira(page)).toBeVisible();
  await expect(dollars(page)).toBeHidden();
}

async function expectDollars(page: Page): Promise<void> {
  await expect(dollars(page)).toBeVisible();
  await expect(naira(page)).toBeHidden();
}

/** The page's script has run: it is the one that says which currency's button is pressed. */
async function expectAwake(page: Page): Promise<void> {
  await expect(page.locator('[data-currency-switch] [aria-pressed="true"]').first()).toBeVisible();
}

/** The browser comes with this under "location". */
async function bring(context: BrowserContext, saved: string): Promise<void> {
  await context.addInitScript((text) => {
    if (!sessionStorage.getItem("brought")) localStorage.setItem("location", text);
    sessionStorage.setItem("brought", "1");
  }, saved);
}

test.describe("the lookup", () => {
  test("the location lookup is made once, and its whole answer is stored", { tag: "@engines" }, async ({
    page,
    context,
  }) => {
    const answer = {
      country_name: "Nigeria",
      country_code: "NG",
      city: "Ibadan",
      timezone: { name: "Africa/Lagos" },
    };
    await answerLookup(context, answer);
    const lookups = countLookups(page);
    await page.goto("/Pricing");
    await expectNaira(page);
    expect(JSON.parse((await savedLocation(page)) ?? "null")).toEqual(answer);
    await page.reload();
    await expectNaira(page);
    await page.goto("/");
    expect(lookups.count).toBe(1);
  });

  test("the location lookup is not made when the location is stored already", async ({ page, context }) => {
    await bring(context, '{"country_name":"Nigeria"}');
    await comeFrom(context, "US");
    const lookups = countLookups(page);
    await page.goto("/Pricing");
    await expectAwake(page);
    await expectNaira(page);
    expect(lookups.count).toBe(0);
    expect(await savedLocation(page)).toBe('{"country_name":"Nigeria"}');
  });

  test("the location lookup of any other country gives dollars", { tag: "@engines" }, async ({
    page,
    context,
  }) => {
    await comeFrom(context, "GH");
    await page.goto("/Pricing");
    await expect.poll(() => savedLocation(page)).toContain("Ghana");
    await expectDollars(page);
  });
});

test.describe("a lookup that fails", () => {
  const failed = (page: Page, why: string) =>
    page.waitForEvent("console", (message) => message.text() === `The location lookup failed: ${why}`);

  test("a location lookup that fails is logged, prices are in dollars, and the session does not look up again", async ({
    page,
    context,
    expectedErrors,
  }) => {
    await failLookup(context, expectedErrors);
    const lookups = countLookups(page);
    const logged = failed(page, "status 500");
    await page.goto("/Pricing");
    await logged;
    await expectDollars(page);
    expect(await savedLocation(page)).toBeNull();
    await page.goto("/Signup");
    await expect(page.getByLabel("First Name")).toBeEnabled();
    expect(lookups.count).toBe(1);
  });

  test("a location lookup whose page is left has not failed: the next page looks it up", {
    tag: "@engines",
  }, async ({ page, context }) => {
    await comeFrom(context, "NG");
    const answerNow = await holdLookup(context);
    const asked = page.waitForRequest("**/json");
    await page.goto("/Courses");
    await asked;
    await page.goto("/Pricing");
    answerNow();
    await expectNaira(page);
  });
});

test("a returning Nigerian visitor sees naira in every frame, before any of the site's scripts has loaded and after", async ({
  page,
  context,
}) => {
  await bring(context, '{"country_name":"Nigeria","country_code":"NG"}');
  const gate = Promise.withResolvers<void>();
  await context.route("**/*.js", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await context.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { frames_seen: frames });
    const look = () => {
      const price = document.querySelector(".in-usd");
      if (price) frames.push(getComputedStyle(price).display);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("/Pricing", { waitUntil: "commit" });
  await expectNaira(page);
  await expect(page.getByRole("link", { name: "Enroll", exact: true })).toBeVisible();
  gate.resolve();
  await expectAwake(page);
  const frames = await page.evaluate(() => (window as unknown as { frames_seen: string[] }).frames_seen);
  expect(new Set(frames)).toEqual(new Set(["none"]));
});

test.describe("a currency chosen by hand", () => {
  test("a currency chosen through a link is kept on the other pages, and an unknown one changes nothing", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto("/Pricing?currency=eur");
    await expectNaira(page);
    expect(await page.evaluate(() => localStorage.getItem("currency"))).toBeNull();
    await page.goto("/Pricing?currency=usd");
    await expectDollars(page);
    await page.goto("/Signup");
    await expect(page.locator("[data-amount-payable]")).toHaveText("$9.00", { useInnerText: true });
    await page.goto("/Pricing");
    await expectDollars(page);
    await page.goto("/Pricing?currency=ngn");
    await expectNaira(page);
  });

  test("a chosen currency wins over the country and stays after a reload, until it is changed", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto("/Pricing");
    await expectNaira(page);
    await page.getByRole("main").getByRole("button", { name: "Dollars ($)" }).click();
    await expectDollars(page);
    await page.reload();
    await expectDollars(page);
    await page.getByRole("main").getByRole("button", { name: "Naira (N)" }).click();
    await expectNaira(page);
    await page.reload();
    await expectNaira(page);
  });

  test("a currency chosen before the location lookup has answered is not overruled by the answer", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    const release = await holdLookup(context);
    await page.goto("/Pricing");
    await page.getByRole("main").getByRole("button", { name: "Dollars ($)" }).click();
    release();
    await expect.poll(() => savedLocation(page)).toContain("Nigeria");
    await expectDollars(page);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, both prices can be read, and no switch is shown that would do nothing", async ({
    page,
  }) => {
    await page.goto("/Pricing");
    await expect(naira(page)).toBeVisible();
    await expect(dollars(page)).toBeVisible();
    await expect(page.getByText("Dollars ($)").first()).toBeHidden();
  });
});

test("/json says where a request comes from, in no cache, and refuses other methods", async ({ request }) => {
  for (const [code, answer] of [
    ["GH", { country_name: "Ghana", country_code: "GH" }],
    ["XX", { country_name: null, country_code: null }],
  ] as const) {
    const response = await request.get("/json", {
      headers: { "mf-cf-blob": JSON.stringify({ country: code }) },
    });
    expect(response.status()).toBe(200);
    expect(await response.json()).toEqual(answer);
    expect(response.headers()["cache-control"]).toContain("no-store");
  }
  const refused = await request.post("/json", { data: {} });
  expect(refused.status()).toBe(405);
  expect(refused.headers().allow).toContain("GET");
});
