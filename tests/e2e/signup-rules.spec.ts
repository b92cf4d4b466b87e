import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";

const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const needs = (page: Page) => page.locator("#register-needs");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test.describe("the heading", () => {
  test("Signup's heading names the programmes when no course was chosen before", async ({ page }) => {
    await page.goto("/Signup");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for our Cloud Programs");
    await expect(page.getByRole("heading", { name: "Fill in details before payment" })).toBeVisible();
    await expect(field(page, "Course")).toBeEnabled();
    await expect(field(page, "Course")).toHaveValue("");
  });

  test("Signup's heading names the course of the link, and the course cannot be changed by mistake", async ({
    page,
  }) => {
    await page.goto("/Signup?course=devops-full");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for DevOps Full");
    await expect(field(page, "Course")).toBeDisabled();
    await expect(field(page, "Course").locator("option:checked")).toHaveText("DevOps Full");
    await expect(page.locator("[data-amount-payable]")).toHaveText("N495,000", { useInnerText: true });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for DevOps Full");
    await page.getByRole("link", { name: "Choose another course" }).click();
    await expect(field(page, "Course")).toBeEnabled();
  });

  for (const id of ["no-such-course", "aws-combined", ""]) {
    test(`Signup's heading reads the course "${id}" as none`, async ({ page }) => {
      await page.goto(`/Signup?course=${id}`);
      await expect(field(page, "Course")).toBeEnabled();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for our Cloud Programs");
    });
  }
});

test.describe("Register", () => {
  test("Register is active without state, cohort and e-mail", async ({ page }) => {
    await page.goto("/Signup");
    await expect(register(page)).toBeDisabled();
    await fillIn(page, { ...ADA, email: "", state: null });
    await field(page, "Cohort").selectOption("");
    await expect(register(page)).toBeEnabled();
  });

  test("Register waits for each field it needs, and names the one that is missing", async ({ page }) => {
    await page.goto("/Signup");
    await expect(needs(page)).toContainText("Still needed: Course, First Name and 8 more.");
    await fillIn(page, ADA);
    await expect(register(page)).toBeEnabled();
    for (const label of ["First Name", "Last Name", "Phone Number", "WhatsApp Number"]) {
      const before = await field(page, label).inputValue();
      await field(page, label).fill("");
      await expect(needs(page)).toContainText(`Still needed: ${label}.`);
      await expect(register(page)).toBeDisabled();
      await field(page, label).fill(before);
      await expect(register(page)).toBeEnabled();
    }
    for (const label of ["Course", "Country", "Age", "Gender", "Education"]) {
      const before = await field(page, label).inputValue();
      await field(page, label).selectOption("");
      await expect(needs(page)).toContainText(`Still needed: ${label}.`);
      await expect(register(page)).toBeDisabled();
      await field(page, label).selectOption(before);
      await expect(register(page)).toBeEnabled();
    }
    await page.getByRole("checkbox", { name: /^I agree that the academy/ }).uncheck();
    await expect(needs(page)).toContainText("Still needed: your consent.");
    await expect(register(page)).toBeDisabled();
  });

  test("Register takes a name of spaces for an empty one", async ({ page }) => {
    await page.goto("/Signup");
    await fillIn(page, { ...ADA, firstName: "   " });
    await expect(needs(page)).toContainText("Still needed: First Name.");
    await expect(register(page)).toBeDisabled();
  });

  test("Register waits for consent, which is not ticked beforehand", async ({ page }) => {
    await page.goto("/Signup");
    await expect(page.getByRole("checkbox", { name: /^I agree that the academy/ })).not.toBeChecked();
  });

  for (const [what, email, message] of [
    ["without an e-mail address asks for it beside its field", "", "Enter your email address."],
    [
      "with a malformed e-mail address says so beside its field",
      "ada@example",
      "Enter an email address like",
    ],
  ] as const) {
    test(`Register ${what} and opens nothing`, async ({ page, context }) => {
      await servePaystack(context);
      await page.goto("/Signup");
      await fillIn(page, { ...ADA, email });
      await register(page).click();
      await expect(field(page, "Email Address")).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, "Email Address")).toHaveAccessibleDescription(new RegExp(message));
      await expect(field(page, "Email Address")).toBeFocused();
      await expect(page.locator("iframe")).toHaveCount(0);
      await field(page, "Email Address").fill("ada@example.com");
      await expect(field(page, "Email Address")).not.toHaveAttribute("aria-invalid", "true");
      await register(page).click();
      await expect(paystackFrame(page).getByRole("button", { name: "Pay", exact: true })).toBeVisible();
    });
  }

  for (const label of ["Phone Number", "WhatsApp Number"] as const) {
    test(`Register refuses a ${label} that is too short, beside its field`, async ({ page, context }) => {
      await servePaystack(context);
      await page.goto("/Signup");
      await fillIn(page, ADA);
      await field(page, label).fill("080312");
      await register(page).click();
      await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, label)).toHaveAccessibleDescription(/Check each digit, or choose the country/);
      await expect(field(page, label)).toBeFocused();
      await expect(page.locator("iframe")).toHaveCount(0);
    });
  }
});

test.describe("the state", () => {
  const options = (page: Page) => field(page, "State").locator("option:not([value=''])");

  test("the state field has Nigeria's 37 for Nigeria, and is emptied by another country", async ({
    page,
  }) => {
    await page.goto("/Signup");
    await expect(field(page, "State")).toBeDisabled();
    await field(page, "Country").selectOption("Nigeria");
    await expect(options(page)).toHaveCount(37);
    await field(page, "State").selectOption("Lagos");
    await field(page, "Country").selectOption("Ghana");
    await expect(field(page, "State")).toHaveValue("");
    await expect(options(page).filter({ hasText: "Ashanti" })).toHaveCount(1);
    await expect(options(page).filter({ hasText: "Lagos" })).toHaveCount(0);
    await field(page, "Country").selectOption("Nigeria");
    await expect(options(page)).toHaveCount(37);
    await expect(field(page, "State")).toHaveValue("");
  });

  for (const country of ["Australia", "United Kingdom", "Singapore", "Hong Kong"]) {
    test(`the state is not needed for ${country}`, async ({ page }) => {
      await page.goto("/Signup");
      await fillIn(page, { ...ADA, country, state: null });
      await expect(page.getByText(`No state is needed for ${country}.`)).toBeVisible();
      await expect(field(page, "State")).toBeDisabled();
      await expect(register(page)).toBeEnabled();
    });
  }

  test("the state is a text field when its list does not load", async ({ page, context, expectedErrors }) => {
    expectedErrors.push(/status of 500/);
    await context.route("**/regions/NG.json", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/Signup");
    await fillIn(page, { ...ADA, state: null });
    const typed = page.getByRole("textbox", { name: "State" });
    await expect(typed).toHaveAccessibleDescription(/could not be loaded/);
    await expect(register(page)).toBeEnabled();
    await typed.fill("Lagos");
    await expect(typed).toHaveValue("Lagos");
  });
});

test("the registration form has the world's countries, about 190", async ({ page }) => {
  await page.goto("/Signup");
  await expect(field(page, "Country")).toBeEnabled();
  const count = await field(page, "Country").locator("option").count();
  expect(count).toBeGreaterThan(185);
  expect(count).toBeLessThan(205);
});

test("the registration form's choices are those of the academy", async ({ page }) => {
  await page.goto("/Signup");
  for (const [label, choices] of Object.entries({
    Cohort: ["Next cohort, date to be announced"],
    Age: ["Under 18", "18-24", "25-29", "30-34", "35 and above"],
    Gender: ["Male", "Female"],
    Education: [
      "Secondary/High School",
      "OND/HND",
      "Undergraduate",
      "Graduate",
      "Postgraduate",
      "MBA",
      "Other",
    ],
  })) {
    await expect(field(page, label).locator("option")).toHaveText(["-Select-", ...choices]);
  }
});
