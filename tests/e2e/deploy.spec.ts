import type { Page, Request } from "@playwright/test";
import { buildServiceWorkerRemover } from "../../src/build/service-worker/integration.ts";
import { COMMON_HEADERS } from "../../src/domain/headers/content-policy.ts";
import { ChangingSite } from "./changing-site.ts";
import { scriptsHolding } from "./fetched-code.ts";
import { test as base, expect, watchPages } from "./fixtures.ts";
import { prefetch } from "./prefetches.ts";
import { payButton } from "./price-cards.ts";
import { loseNetwork, read, savedCopy, startKeeping } from "./saved-pages.ts";
import { BUILDS, SITE } from "./servers.ts";

const test = base.extend<{ site: ChangingSite }>({
  site: async ({ browserName: _ }, use) => {
    const site = await ChangingSite.start(BUILDS.current);
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.origin),
  // A browser whose requests are routed keeps nothing in its own cache, which is what a deploy has to get past.
  context: async ({ browser, site, unexpected }, use) => {
    const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: "allow" });
    await watchPages(context, unexpected);
    context.on("request", (request) => {
      if (new URL(request.url()).hostname !== "localhost") unexpected.push(`request to ${request.url()}`);
    });
    await use(context);
    await context.close();
  },
});

/** What decides how a browser treats an answer. */
const SENT = [
  ...Object.keys(COMMON_HEADERS).map((name) => name.toLowerCase()),
  ...["cache-control", "content-security-policy", "content-type", "permissions-policy"],
];

/** The same prices in both builds, as visitors from Nigeria read them, and a link to their page on another one. */
const PRICES = [
  {
    path: "/Pricing",
    link: "/Pricing",
    linkedOn: "/Plan",
    current: "Total N500,000",
    dearer: "Total N512,000",
  },
  {
    path: "/course/foundational",
    link: "/course/foundational",
    linkedOn: "/devops",
    current: "N150,000",
    dearer: "N155,000",
  },
  {
    path: "/Plan?course=devops-full",
    link: "/Plan",
    linkedOn: "/Pricing",
    current: "N500,000",
    dearer: "N512,000",
  },
] as const;
/** Pages that name a price in ways of their own, those among them whose scripts write into them. */
const NAMING_PRICES = [
  "/Pricing",
  "/Plan?course=devops-full",
  "/Signup?course=DevOps%20Foundational",
  "/Single-course?course=devops",
  "/Faqs",
];
const FEE = { current: "N15,000", dearer: "N16,000" } as const;
/** Fee and course together, which Signup's form adds up. */
const PAYABLE = { current: "N165,000", dearer: "N171,000" } as const;

type Build = "current" | "dearer";
const other = (build: Build): Build => (build === "current" ? "dearer" : "current");

/** Visits every page that names a price, and reads this build's there and the other one's nowhere. */
async function expectPricesOf(page: Page, build: Build): Promise<void> {
  for (const prices of PRICES) {
    await page.goto(prices.path);
    await expectPrices(page, prices, build);
  }
  await page.goto("/Signup");
  await expectPayable(page, build);
}

async function expectPrices(page: Page, prices: (typeof PRICES)[number], build: Build): Promise<void> {
  const main = page.locator("main");
  await expect(main, prices.path).toContainText(prices[build], { useInnerText: true });
  await expect(main, prices.path).not.toContainText(prices[other(build)]);
}

/** Whether a page asks the site what it is by now. */
function isQuestion(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return request.resourceType() === "fetch" && request.method() === "GET" && pathname !== "/json";
}

/** Waits until a page has its answer, and expects that it is not reloaded for it. */
async function expectToStay(page: Page, question: Request): Promise<void> {
  await (await question.response())?.finished();
  const visit = await page.evaluate(async () => {
    // A page that is being reloaded is gone when this is answered.
    await fetch("/json");
    return performance.getEntriesByType("navigation").map((entry) => entry.toJSON().type);
  });
  expect(visit).toEqual(["back_forward"]);
}

/** Chooses a course on Signup, and reads its total with the fee. */
async function expectPayable(page: Page, build: Build): Promise<void> {
  // A choice on a page that is about to reload would be lost.
  await expect(page.getByRole("complementary", { name: "Registration fee" })).toContainText(FEE[build], {
    useInnerText: true,
  });
  await page.getByLabel("Course", { exact: true }).selectOption("DevOps Foundational");
  await expect(page.locator("[data-amount-payable]")).toHaveText(PAYABLE[build], { useInnerText: true });
}

test("the test's changing site sends the headers that the edge sends", async ({ request, site }) => {
  const script = scriptsHolding("/sw.js")[0] ?? "";
  for (const path of ["/", "/Pricing", "/course/foundational", "/json", "/sw.js", script, "/no-such-page"]) {
    const [ours, edge] = await Promise.all(
      [site.origin, SITE.origin].map((origin) => request.get(origin + path)),
    );
    expect(ours?.status(), path).toBe(edge?.status());
    for (const name of SENT) expect(ours?.headers()[name], `${path}: ${name}`).toBe(edge?.headers()[name]);
  }
});

test("a deploy's prices show on the next visit, and older ones nowhere; without a network the newest that were seen do, and say that they may be old", async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/Faqs");
  await startKeeping(page);
  for (const build of ["current", "dearer"] as const) {
    site.deploy(BUILDS[build]);
    await expectPricesOf(page, build);
    await expect(savedCopy(page)).toBeHidden();
  }
  await loseNetwork(page);
  await expectPricesOf(page, "dearer");
  await expect(savedCopy(page)).toContainText("Prices and dates may have changed.");
});

test.describe("a page that the browser kept from before a deploy", () => {
  test("a page with old prices is reloaded when the visitor comes Back", async ({ page, site }) => {
    for (const prices of PRICES) {
      // A tab of its own: a reload that is still under way would swallow the next visit.
      const tab = await page.context().newPage();
      site.deploy(BUILDS.current);
      await tab.goto(prices.path);
      await tab.goto("/About");
      site.deploy(BUILDS.dearer);
      await tab.goBack();
      await expectPrices(tab, prices, "dearer");
      await tab.close();
    }
    site.deploy(BUILDS.current);
    await page.goto("/Signup");
    await startKeeping(page);
    await page.goto("/About");
    site.deploy(BUILDS.dearer);
    await page.goBack();
    await expectPayable(page, "dearer");
  });

  test("a prefetched page with old prices is reloaded", async ({ page, site }) => {
    for (const prices of PRICES) {
      site.deploy(BUILDS.current);
      await page.goto(prices.linkedOn);
      const link = page.locator(`main a[href="${prices.link}"]`).first();
      await prefetch(page, link);
      site.deploy(BUILDS.dearer);
      await link.click();
      await expectPrices(page, prices, "dearer");
    }
  });

  test("a prefetched Signup with old prices is reloaded", async ({ page, site }) => {
    await page.goto("/About");
    await startKeeping(page);
    await page.goto("/Faqs");
    const enroll = page.getByRole("navigation").getByRole("link", { name: "Enroll", exact: true });
    await prefetch(page, enroll);
    site.deploy(BUILDS.dearer);
    await enroll.click();
    await expectPayable(page, "dearer");
  });

  test("a page with old prices is not reloaded while a payment is open on it", async ({
    page,
    site,
    expectedErrors,
  }) => {
    // This host has no endpoints.
    expectedErrors.push(/404 \(Not Found\)/);
    for (const script of scriptsHolding("checkout.paystack.com")) site.hold(script);
    await page.goto("/Pricing");
    await page.goto("/About");
    site.deploy(BUILDS.dearer);
    const letGo = site.hold("/Pricing");
    await page.goBack();
    const isAsked = page.waitForRequest(isQuestion);
    await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
    await page.getByLabel("Please Input Your Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Pay Now" }).click();
    letGo();
    await expectToStay(page, await isAsked);
  });

  test("a page from the bfcache is not reloaded where its prices are the same", async ({ page }) => {
    for (const path of NAMING_PRICES) {
      await page.goto(path);
      await page.goto("/About");
      const isAsked = page.waitForRequest(isQuestion);
      await page.goBack();
      await expectToStay(page, await isAsked);
    }
  });
});

test("a saved copy takes no payment, not even when the network is back", async ({
  page,
  context,
  expectedErrors,
}) => {
  // This host has no endpoints: no order is reported before its checkout.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /404 \(Not Found\)/);
  await page.goto("/Pricing");
  await startKeeping(page);
  const pay = () => payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  await pay();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await loseNetwork(page);
  await page.reload();
  await context.setOffline(false);
  await pay();
  await page.getByLabel("Please Input Your Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Pay Now" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "This page is a saved copy, so its price may have changed.",
  );
});

test("behind a slow network a curriculum falls back on its copy, and a price waits for the new one", async ({
  page,
  context,
  site,
}) => {
  await page.goto("/Pricing");
  await startKeeping(page);
  await read(page, "/Curriculum");
  site.deploy(BUILDS.dearer);
  const release = [site.hold("/Pricing"), site.hold("/Curriculum")];

  const prices = await context.newPage();
  const isOpen = prices.goto("/Pricing").then(() => true);
  await page.goto("/Curriculum");
  await expect(savedCopy(page)).toBeVisible();
  expect(await Promise.race([isOpen, false])).toBe(false);
  for (const letGo of release) letGo();
  await isOpen;
  await expect(prices.locator("main")).toContainText("Total N512,000");
  await expect(savedCopy(prices)).toBeHidden();
});

test("a deploy's new worker takes over, and an open page still finds the files it was built with", async ({
  page,
  site,
}) => {
  await page.goto("/Faqs");
  await startKeeping(page);
  const script = await page.evaluate(
    () => performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))?.name ?? "",
  );
  site.change("/sw.js", (worker) => `${worker}\n// deployed again`);
  site.remove(new URL(script).pathname);
  const isTakenOver = page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
        void navigator.serviceWorker.ready.then((registration) => registration.update());
      }),
  );
  expect(await isTakenOver).toBe(true);
  expect(
    await page.evaluate(async (script) => (await fetch(script, { cache: "no-store" })).status, script),
  ).toBe(200);
});

test("with offline pages switched off, the next visit removes the service worker and its caches", async ({
  page,
  site,
}) => {
  await page.goto("/About");
  await startKeeping(page);
  const remover = await buildServiceWorkerRemover();
  site.change("/sw.js", () => remover.code);
  await page.reload();
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
});
