import { expect, test } from "./fixtures.ts";
import { knowCountry } from "./open-home.ts";
import { expectNotCached, loseNetwork, read, savedCopy, startCaching } from "./saved-pages.ts";
import { SANDBOX } from "./servers.ts";

test.use({ serviceWorkers: "allow" });

const registrations = () =>
  navigator.serviceWorker.getRegistrations().then((registrations) => registrations.length);

test.beforeEach(({ page }) => knowCountry(page));

test.describe("without a network", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test("without a network, a visited page can be read again and says that it is a copy", async ({ page }) => {
    await page.goto("/Faqs");
    await startCaching(page);
    await read(page, "/Curriculum");
    await expect(savedCopy(page)).toBeHidden();
    const heading = page.getByRole("heading", { level: 1 });
    const words = await heading.textContent();
    const face = await heading.evaluate((element) => getComputedStyle(element).fontFamily);

    await loseNetwork(page);
    await page.goto("/Curriculum?from=a-friend");
    await expect(heading).toHaveText(words ?? "");
    await expect(heading).toHaveCSS("font-family", face);
    const year = new Date().getFullYear();
    await expect(savedCopy(page)).toContainText(
      new RegExp(`as of \\w+ \\d+, ${year}, \\d\\d:\\d\\d. Prices and dates may have changed.`),
    );
    await page.context().setOffline(false);
    await savedCopy(page).getByRole("link", { name: "Load it again" }).click();
    await expect(savedCopy(page)).toBeHidden();
    await expect(page).toHaveURL("/Curriculum?from=a-friend");
  });

  test("without a network, another page is answered with the list of those that can be read", async ({
    page,
  }) => {
    await page.goto("/Faqs");
    await startCaching(page);
    await read(page, "/Curriculum");
    await loseNetwork(page);
    await page.goto("/devops");
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("You’re offline");
    const saved = page.getByRole("region", { name: "You can read these now" }).getByRole("link");
    await expect(saved).toHaveText([/Curriculum/, /Frequently asked questions/]);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(heading).not.toHaveText("You’re offline");
  });
});

test("a file that is on its way while the service worker takes over is kept with its page", async ({
  context,
  page,
}) => {
  const counters = /\/_astro\/Counters\./;
  const takenOver = Promise.withResolvers<void>();
  await context.route(counters, (route) => takenOver.promise.then(() => route.continue()));
  await page.goto("/");
  const requested = page.waitForRequest(counters);
  const loaded = page.waitForResponse(counters);
  await page.locator("#metrics").scrollIntoViewIfNeeded();
  await requested;
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  takenOver.resolve();
  await loaded;
  await startCaching(page);
});

test("no service worker is registered or loaded before the first interaction", async ({ page }) => {
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto("/Pricing", { waitUntil: "networkidle" });
  expect(await page.evaluate(registrations)).toBe(0);
  expect(requestedPaths).not.toContain("/sw.js");
  expect(requestedPaths.filter((path) => path.includes("after-first-interaction"))).toEqual([]);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(registrations)).toBe(1);
});

test("the page of a visitor who reads for half a minute without moving is cached as well", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/Curriculum");
  await page.clock.runFor(29_000);
  expect(await page.evaluate(registrations)).toBe(0);
  await page.clock.runFor(2_000);
  await expect.poll(() => page.evaluate(registrations)).toBe(1);
});

test("on-demand addresses bypass the service worker, and an answer that is no page is not cached", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await page.goto("/About");
  await startCaching(page);
  const answered: [string, boolean][] = [];
  page.on("response", (response) =>
    answered.push([new URL(response.url()).pathname, response.fromServiceWorker()]),
  );
  await page.goto("/json");
  expect(answered).toContainEqual(["/json", false]);
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not Found");
  await read(page, "/Curriculum");
  expect(answered).toContainEqual(["/Curriculum", true]);
  await expectNotCached(page, ["/json", "/no-such-page"]);
});

test.describe("at the desk", () => {
  test.use({ baseURL: SANDBOX.origin });

  test("no page of the desk is cached, and one that was cached earlier is deleted", async ({ page }) => {
    const earlier = "/desk/enrolments/ENR-23456789AB";
    await page.goto("/About");
    await page.evaluate(async (path) => {
      await (await caches.open("pages")).put(path, new Response("<title>A learner</title>"));
    }, earlier);
    await startCaching(page);
    await page.goto("/desk");
    await page.getByRole("button", { name: "As viewer" }).click();
    await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
    await read(page, "/Curriculum");
    await expectNotCached(page, ["/desk", earlier]);
  });
});
