import type { Page } from "@playwright/test";
import { choosePlan, chosenPlan, fillInPlain, newLearner } from "../fixtures/registration-form.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
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
  await field(page, "Course").selectOption("");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for our Cloud Programs");
});

test.describe("where scripts are lost", () => {
  test.use({ baseURL: SANDBOX.origin });

  for (const most of [0, 8, 20]) {
    test(`Signup's form registers, by a plain post at the latest, with ${most} of its scripts`, async ({
      page,
      expectedErrors,
    }) => {
      expectedErrors.push(
        /Failed to load resource|Failed to fetch dynamically imported module|Error hydrating/,
      );
      let requested = 0;
      await page.route("**/_astro/*.js", (route) => {
        requested += 1;
        return requested > most ? route.abort() : route.continue();
      });
      await page.goto("/Signup");
      await fillInPlain(page, newLearner());
      await register(page).click();
      const plainWay = page.getByRole("button", { name: "Open the payment page instead" });
      const paying = page.getByRole("heading", { name: "Pay N165,000" });
      await expect(plainWay.or(paying).first()).toBeVisible();
      if (await plainWay.isVisible()) await plainWay.click();
      await expect(paying).toBeVisible();
      expect(requested, "a script was lost").toBeGreaterThan(most);
    });
  }
});

test("Signup's regions are those of the country, and its one sum is that of plan and currency", async ({
  page,
}) => {
  const sum = page.getByRole("complementary", { name: "Registration fee" }).locator("[data-amount-due]");
  await page.goto("/Signup?course=devops-full&plan=five-installments&currency=usd");
  await expect(page.locator("select[name=state] option:not([value=''])")).toHaveCount(37);
  await expect(sum).toHaveText("$509.00", { useInnerText: true });
  await page.getByRole("button", { name: "Naira (N)" }).click();
  await expect(sum).toHaveText("N209,000", { useInnerText: true });
  await choosePlan(page, "Full tuition");
  await expect(sum).toHaveText("N495,000", { useInnerText: true });
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
