import type { Page } from "@playwright/test";
import { choosePlan, chosenPlan, fillIn, fillInPlain, newLearner } from "../fixtures/registration-form.ts";
import { comeFrom, expect, test, unique } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const consent = (page: Page) => page.getByRole("checkbox", { name: /^I agree that the academy/ });

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test("what is typed into Signup before React comes is kept, and is there on the next visit", async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/_astro\/Registration\..*\.js/, (route) => gate.promise.then(() => route.continue()));
  await page.goto("/Signup?course=devops-advanced", { waitUntil: "commit" });
  await field(page, "Course").selectOption("DevOps Full");
  await choosePlan(page, "Five Installments");
  await field(page, "Age").selectOption("Under 18");
  await field(page, "Guardian's name").fill("Ngozi Bello");
  await consent(page).check();
  await field(page, "First Name").pressSequentially("Adaobi");
  for (const key of ["Shift+ArrowLeft", "Shift+ArrowLeft"]) await page.keyboard.press(key);
  gate.resolve();
  await expect(page.locator("#register-needs")).toContainText("Still needed: Last Name");
  await expect(field(page, "First Name")).toBeFocused();
  await page.keyboard.type("a");
  await expect(field(page, "First Name")).toHaveValue("Adaoa");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for DevOps Full");
  await expect(field(page, "Course")).toBeEnabled();
  await expect(chosenPlan(page)).toHaveValue("devops-full/five-installments");
  await expect(page.locator("[data-amount-payable]")).toHaveText("N209,000", { useInnerText: true });
  await page.goto("/Signup");
  await expect(field(page, "First Name")).toHaveValue("Adaoa");
  await expect(chosenPlan(page)).toHaveValue("devops-full/five-installments");
  await expect(field(page, "Guardian's name")).toHaveValue("Ngozi Bello");
  await expect(consent(page)).toBeChecked();
});

/**
 * A module is lost with whatever it imports, so scripts that the same others need look alike when they are lost.
 * @param texts of the scripts by their names @param html of the page @returns one script of each such group
 */
function oneOfEachGroup(texts: ReadonlyMap<string, string>, html: string): string[] {
  const namesIn = (text: string, call: RegExp) => [...text.matchAll(call)].map(([, name]) => name ?? "");
  const imports = (text: string) => namesIn(text, /(?:import|from)\s*"\.\/([^"]+)"/g);
  const all = [...texts.values()];
  const imported = new Set(all.flatMap(imports));
  const importedNames = [html, ...all].flatMap((text) =>
    namesIn(text, /(?:import\(["`]\.|_astro)\/([\w.-]+\.js)/g),
  );
  const isNeededBy = (lost: string, name: string, seen = new Set<string>()): boolean => {
    if (name === lost) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return imports(texts.get(name) ?? "").some((each) => isNeededBy(lost, each, seen));
  };
  const beginnings = [...texts.keys()].filter((name) => importedNames.includes(name) || !imported.has(name));
  const groups = new Map(
    [...texts.keys()].map((lost) => [beginnings.filter((name) => isNeededBy(lost, name)).join(), lost]),
  );
  return [...groups.values()];
}

test.describe("where a script is lost", () => {
  test.use({ baseURL: SANDBOX.origin });

  test("Signup's form still registers by a plain post when any of its scripts is lost", async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource|Failed to fetch dynamically imported module/);
    const texts = new Map<string, string>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/_astro/") && pathname.endsWith(".js"))
        texts.set(pathname.replace("/_astro/", ""), await response.text());
    });
    const html = await (await page.goto("/Signup"))?.text();
    await fillIn(page, newLearner());
    await register(page).click();
    await expect(page.getByRole("dialog", { name: "Pay N165,000" })).toBeVisible();
    expect(texts.size, "scripts from the first to the payment").toBeGreaterThan(20);
    const waiting = oneOfEachGroup(texts, html ?? "");
    expect(waiting.length, "ways in which a script can be lost").toBeGreaterThan(4);
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");

    for (const lost of waiting) {
      await test.step(lost, async () => {
        const without = await context.newPage();
        // Somebody else's, who begins with nothing.
        const address = `2001:db8:${unique("").replace(/^(....)/, "$1:")}::1`;
        await without.setExtraHTTPHeaders({ "cf-connecting-ip": address });
        await without.route(`**/${lost}`, (route) => route.abort());
        await without.goto("/Signup");
        await fillInPlain(without, newLearner());
        await register(without).click();
        const plainWay = without.getByRole("button", { name: "Open the payment page instead" });
        const paying = without.getByRole("heading", { name: "Pay N165,000" });
        await expect(plainWay.or(paying).first(), lost).toBeVisible();
        if (await plainWay.isVisible()) await plainWay.click();
        await expect(paying, lost).toBeVisible();
        await without.evaluate(() => localStorage.clear());
        await without.close();
      });
    }
  });
});

test("Signup has the world's countries, the regions of the chosen one, and one sum to pay", async ({
  page,
}) => {
  const panel = page.getByRole("complementary", { name: "Registration fee" });
  const sum = panel.locator("[data-amount-due]");
  await page.goto("/Signup?course=devops-full&plan=five-installments&currency=usd");
  const count = await field(page, "Country").locator("option").count();
  expect(count).toBeGreaterThan(185);
  expect(count).toBeLessThan(205);
  await expect(page.locator("select[name=state] option:not([value=''])")).toHaveCount(37);
  await expect(panel).toContainText("Non-refundable, and not included in tuition.");
  await expect(sum).toHaveText("$509.00", { useInnerText: true });
  await page.getByRole("button", { name: "Naira (N)" }).click();
  await expect(sum).toHaveText("N209,000", { useInnerText: true });
  await choosePlan(page, "Full tuition");
  await expect(sum).toHaveText("N495,000", { useInnerText: true });

  await page.setViewportSize({ width: 360, height: 740 });
  await field(page, "Age").scrollIntoViewIfNeeded();
  const free = await page.evaluate(() => {
    const top = document.querySelector(".page-top")?.getBoundingClientRect().bottom ?? 0;
    return (document.querySelector(".amount-bar")?.getBoundingClientRect().top ?? 0) - top;
  });
  expect(free).toBeGreaterThanOrEqual(560);
});

test("on a dark ground no browser fills an empty box or radio of Signup with grey", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/Signup");
  for (const choice of [consent(page), page.getByRole("radio", { name: "US dollars, with PayPal" })])
    await expect(choice).toHaveCSS("appearance", "none");
});

test("on a desktop the sum stays in view beside Signup's fields, and no bar covers them", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await field(page, "Education").evaluate((list) => list.scrollIntoView({ block: "end" }));
  const sum = page.getByRole("complementary", { name: "Registration fee" }).locator("[data-amount-due]");
  await expect(sum).toBeInViewport();
  await expect(sum).toHaveText("N209,000", { useInnerText: true });
  await expect(page.locator(".amount-bar")).not.toBeInViewport();
});

test("what registering brings moves nowhere while the form is loading", async ({ page }) => {
  const benefits = page.getByRole("heading", { name: "You get", exact: true });
  await page.route("**/Signup?half", async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/html", body: html.slice(0, html.indexOf('name="lastName"')) });
  });
  await page.goto("/Signup?half");
  await expect(page.locator("input[name=firstName]")).toBeVisible();
  await expect(benefits).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/Signup");
  await expect(benefits).toBeInViewport();
  const form = await page.locator(".signup-form").boundingBox();
  const beside = await benefits.boundingBox();
  expect(beside?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
});
