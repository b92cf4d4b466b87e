import type { Page, Request } from "@playwright/test";
import { buildServiceWorkerRemover } from "../../src/build/service-worker/integration.ts";
import { raisePrices } from "../fixtures/price-rise.ts";
import { testOn } from "./changing-site.ts";
import { builtScriptsWith } from "./fetched-code.ts";
import { expect } from "./fixtures.ts";
import { prefetch } from "./prefetches.ts";
import { payButton } from "./price-cards.ts";
import { loseNetwork, savedCopy, startCaching } from "./saved-pages.ts";
import { FILES } from "./servers.ts";

const test = testOn(FILES.site);
test.use({ serviceWorkers: "allow" });

/** The site's pages as they are built, and as they are after a deploy with other prices. */
const PAGES = { current: (html: string) => html, dearer: raisePrices } as const;

/** A card's total in both builds, as visitors from Nigeria read it, and the sum that Signup's form adds up. */
const TOTAL = { current: "Total N500,000", dearer: "Total N512,000" } as const;
const PAYABLE = { current: "N165,000", dearer: "N171,000" } as const;

type Build = keyof typeof PAGES;

/** Expects this build's price on Pricing, and the other one's nowhere. */
async function expectPrices(page: Page, build: Build): Promise<void> {
  const main = page.locator("main");
  await expect(main).toContainText(TOTAL[build], { useInnerText: true });
  await expect(main).not.toContainText(TOTAL[build === "current" ? "dearer" : "current"]);
}

/** Opens Signup for a course, and expects this build's sum. */
async function expectPayable(page: Page, build: Build): Promise<void> {
  await page.goto("/Signup?course=devops-foundational");
  await expect(page.locator("[data-amount-payable]")).toHaveText(PAYABLE[build], { useInnerText: true });
}

/** Returns whether a page asks the site which version it is by now. */
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

test("a deploy's prices show on the next visit, and older ones only without a network", async ({
  page,
  site,
  expectedErrors,
}) => {
  // This host has no endpoints.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /404 \(Not Found\)/);
  await page.goto("/Faqs");
  await startCaching(page);
  for (const build of ["current", "dearer"] as const) {
    site.deploy(PAGES[build]);
    await expectPayable(page, build);
    await page.goto("/Pricing");
    await expectPrices(page, build);
    await expect(savedCopy(page)).toBeHidden();
  }
  await loseNetwork(page);
  await expectPayable(page, "dearer");
  await page.goto("/Pricing");
  await expectPrices(page, "dearer");
  await expect(savedCopy(page)).toContainText("Prices and dates may have changed.");
});

test("a payment on a saved copy whose price the edge does not know says that it may have changed", async ({
  page,
  context,
  expectedErrors,
}) => {
  // This host has no endpoints: no order is reported before its checkout.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /404 \(Not Found\)/);
  const pay = () => payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  await page.goto("/Pricing");
  await startCaching(page);
  await pay();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await page.reload();
  await pay();
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

test("a page with old prices is reloaded when the visitor comes Back", async ({ page, site }) => {
  await page.goto("/Pricing");
  await page.goto("/About");
  site.deploy(PAGES.dearer);
  await page.goBack();
  await expectPrices(page, "dearer");
});

test("a prefetched page with old prices is reloaded", async ({ page, site }) => {
  await page.goto("/Plan");
  const link = page.locator('main a[href="/Pricing"]').first();
  await prefetch(page, link);
  site.deploy(PAGES.dearer);
  await link.click();
  await expectPrices(page, "dearer");
});

test("a page with old prices is not reloaded while a payment is open on it", async ({
  page,
  site,
  expectedErrors,
}) => {
  // This host has no endpoints.
  expectedErrors.push(/404 \(Not Found\)/);
  for (const script of builtScriptsWith("checkout.paystack.com")) site.hold(script);
  await page.goto("/Pricing");
  await page.goto("/About");
  site.deploy(PAGES.dearer);
  const letGo = site.hold("/Pricing");
  const isAsked = page.waitForRequest(isQuestion);
  await page.goBack();
  await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  await page.getByLabel("Please Input Your Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Pay Now" }).click();
  letGo();
  await expectToStay(page, await isAsked);
});

test("a page from the bfcache is not reloaded where its prices are the same", async ({ page, site }) => {
  // Its script writes prices into it.
  await page.goto("/Plan?course=devops-full");
  await page.goto("/About");
  // The policy of the page does not allow other styles.
  site.deploy((html) => html.replaceAll("</style>", ".new{top:0}</style>"));
  const isAsked = page.waitForRequest(isQuestion);
  await page.goBack();
  await expectToStay(page, await isAsked);
});

test("a deploy's new worker takes over, and an open page still finds the files it was built with", async ({
  page,
  site,
}) => {
  await page.goto("/Faqs");
  await startCaching(page);
  const script = await page.evaluate(
    () => performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))?.name ?? "",
  );
  site.change("/sw.js", (worker) => `${worker}\n// deployed again`);
  site.remove(new URL(script).pathname);
  await page.evaluate(async () => {
    const isTakenOver = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    await (await navigator.serviceWorker.ready).update();
    await isTakenOver;
  });
  expect(
    await page.evaluate(async (script) => (await fetch(script, { cache: "no-store" })).status, script),
  ).toBe(200);
});

test("with offline pages switched off, the next visit removes the service worker and its caches", async ({
  page,
  site,
}) => {
  await page.goto("/About");
  await startCaching(page);
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
