import type { Page } from "@playwright/test";
import { fillIn, fillInPlain, newLearner, wakeForm } from "../fixtures/registration-form.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });

test.use({ baseURL: SANDBOX.origin });
test.beforeEach(async ({ page, context }) => {
  await comeFrom(context, "NG");
  await page.goto("/Signup");
});

test("a number is formatted as it is typed, and each of its digits can be erased", async ({ page }) => {
  await wakeForm(page);
  const phone = field(page, "Phone Number");
  const whatsapp = field(page, "WhatsApp Number");
  await phone.pressSequentially("08031234567");
  await expect(phone).toHaveValue("0803 123 4567");
  for (const _ of "4567") await phone.press("Backspace");
  await expect(phone).toHaveValue(/^0803 ?123$/);
  await phone.pressSequentially("4567");
  await page.getByLabel("Same as phone number").check();
  await expect(whatsapp).toHaveValue("0803 123 4567");
  await expect(whatsapp).not.toBeEditable();
});

test("a slip in an address is asked about, corrected by a press, and never refused", async ({ page }) => {
  await fillIn(page, { ...newLearner(), email: "ada@gmial.com" });
  const question = page.getByRole("button", { name: "Did you mean gmail.com?" });
  await question.click();
  await expect(field(page, "Email Address")).toHaveValue("ada@gmail.com");
  await expect(field(page, "Email Address")).toBeFocused();
  await field(page, "Email Address").fill("ada@gmal.com");
  await expect(question).toHaveCount(0);
  await register(page).click();
  await expect(page.getByRole("dialog", { name: "Pay N165,000" })).toBeVisible();
});

test("an error moves nothing while the mouse is down, and is listed over the form", async ({ page }) => {
  await wakeForm(page);
  const email = field(page, "Email Address");
  const wrong = page.locator("[data-error=email]");
  await email.fill("ada@example");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.mouse.down();
  await expect(email).not.toBeFocused();
  await expect(wrong).toBeHidden();
  await page.mouse.up();
  await expect(wrong).toBeVisible();
  await fillIn(page, { ...newLearner(), email: "ada@example" });
  const title = await page.title();
  await register(page).click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  expect(await page.title()).toBe(`Error: ${title}`);
  const chat = await summary.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  expect(new URL(chat ?? "").searchParams.get("text")).toBe(
    "Hello, the registration form does not take my Email Address.\nCourse: DevOps Foundational",
  );
  await email.fill("ada@example.com");
  await register(page).click();
  await expect(page.getByRole("dialog", { name: "Pay N165,000" })).toBeVisible();
  expect(await page.title()).toBe(title);
});

test("the state is skipped where a country has none, and stays text where no list comes", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route("**/regions/GH.json", (route) => route.abort());
  await field(page, "State").fill("lagos");
  await wakeForm(page);
  await expect(field(page, "Country")).toHaveValue("Nigeria");
  await expect(page.locator("#signup-states option")).toHaveCount(37);
  await expect(page.locator("input[name=state]")).toBeFocused();
  await field(page, "First Name").focus();
  await expect(page.locator("select[name=state]")).toHaveValue("Lagos");
  await field(page, "Country").selectOption("Ghana");
  await expect(field(page, "State")).toHaveAccessibleDescription(/We couldn't load the list/);
  await expect(page.locator("input[name=state]")).toBeEnabled();
  await field(page, "Country").selectOption("Australia");
  await expect(field(page, "State")).toBeDisabled();
  await expect(field(page, "State")).toHaveAccessibleDescription(/^No state is needed for Australia\./);
});

test("a press of Register that breaks leaves the form to post by itself, with its course", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/broken on purpose/);
  await page.goto("/Signup?course=devops-full");
  await fillIn(page, { ...newLearner(), course: null });
  await expect(field(page, "Course")).toBeDisabled();
  await page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new Error("broken on purpose");
    };
  });
  await register(page).click();
  await expect(page.getByRole("heading", { name: "Pay N495,000" })).toBeVisible();
});

test("a form that the edge sent back keeps values and errors when React comes", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await fillInPlain(page, { ...newLearner(), email: "ada@", course: "DevOps Full" });
  await page.locator("form[data-fill]").evaluate((form: HTMLFormElement) => form.submit());
  const wrong = page.locator("[data-error=email]");
  await expect(wrong).toBeVisible();
  await wakeForm(page);
  await expect(page).toHaveURL(/\/Signup$/);
  await expect(field(page, "Course")).toHaveValue("devops-full");
  await expect(field(page, "Last Name")).toHaveValue("Obi");
  await expect(page.getByRole("alert", { name: "There is a problem" }).getByRole("listitem")).toHaveCount(1);
  await expect(wrong).toBeVisible();
  await field(page, "Email Address").fill("ada@example.com");
  await expect(wrong).toBeHidden();
});
