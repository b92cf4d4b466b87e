import { buildRemover } from "../../src/offline/build-worker.ts";
import { ChangingSite } from "./changing-site.ts";
import { test as base, expect } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { beginKeeping, loseNetwork, read, savedCopy } from "./saved-pages.ts";

const test = base.extend<{ site: ChangingSite }>({
  site: async ({ browserName: _ }, use) => {
    const site = await ChangingSite.start();
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});

test.use({ serviceWorkers: "allow" });

const OLD = "N500,000";
const NEW = "N512,345";
const raise = (html: string) => html.replaceAll(OLD, NEW);

test("a new price shows as soon as it is deployed, and without a network never the one before it", async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const main = page.locator("main");
  await page.goto("/Pricing");
  await beginKeeping(page);
  await expect(main).toContainText(OLD);

  site.deploy("/Pricing", raise);
  await page.reload();
  await expect(main).toContainText(NEW);
  await expect(main).not.toContainText(OLD);
  await expect(savedCopy(page)).toBeHidden();

  await loseNetwork(page);
  await page.reload();
  await expect(main).toContainText(NEW);
  await expect(main).not.toContainText(OLD);
  await expect(savedCopy(page)).toContainText("Prices and dates may have changed since.");
});

test("nobody can pay by a saved copy, not even when the network is back", async ({
  page,
  context,
  expectedErrors,
}) => {
  // This host has no endpoints: nobody hears of an order before its checkout.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /404 \(Not Found\)/);
  await page.goto("/Pricing");
  await beginKeeping(page);
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
  await beginKeeping(page);
  await read(page, "/Curriculum");
  site.deploy("/Pricing", raise);
  const release = [site.hold("/Pricing"), site.hold("/Curriculum")];

  const prices = await context.newPage();
  const isOpen = prices.goto("/Pricing").then(() => true);
  await page.goto("/Curriculum");
  await expect(savedCopy(page)).toBeVisible();
  expect(await Promise.race([isOpen, false])).toBe(false);
  for (const letGo of release) letGo();
  await isOpen;
  await expect(prices.locator("main")).toContainText(NEW);
  await expect(savedCopy(prices)).toBeHidden();
});

test("a deploy's new worker takes over, and an open page still finds the files it was built with", async ({
  page,
  site,
}) => {
  await page.goto("/Faqs");
  await beginKeeping(page);
  const script = await page.evaluate(
    () => performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))?.name ?? "",
  );
  site.deploy("/sw.js", (worker) => `${worker}\n// deployed again`);
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

test("switched off, the next visit removes the worker and all that it kept", async ({ page, site }) => {
  await page.goto("/About");
  await beginKeeping(page);
  const remover = await buildRemover();
  site.deploy("/sw.js", () => remover.code);
  await page.reload();
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
});
