import type { Page } from "@playwright/test";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { loggedErrors, standInForMail } from "./mail-stand-in.ts";
import { openHome } from "./open-home.ts";

const THANKS = "Thank you for signing up for our newsletters.";
const SORRY = /That didn't work, so you're not on the list yet/;

const form = (page: Page) => page.getByRole("form", { name: "Newsletter" });
const email = (page: Page) => form(page).getByLabel("Email Address");
const signUp = (page: Page) => form(page).getByRole("button", { name: "Sign up" });

async function openNewsletter(page: Page): Promise<void> {
  await openHome(page);
  await form(page).scrollIntoViewIfNeeded();
  await expect(signUp(page)).toBeEnabled();
}

test("a newsletter address reaches the academy, and only then comes the thank-you", async ({ page }) => {
  const address = `${unique("ada-")}@example.com`;
  await openNewsletter(page);
  await email(page).fill(address);
  await signUp(page).click();
  await expect(form(page).getByRole("status")).toHaveText(THANKS);
  await expect(email(page)).toHaveValue("");
  expect(storedMails(address)).toMatchObject([
    {
      from_address: "no-reply@academy.example",
      to_address: "hello@academy.example",
      subject: "Newsletter",
    },
  ]);
});

test("an empty newsletter form sends nothing and clears the last message", async ({ page }) => {
  const sent = await standInForMail(page, { status: 202 });
  await openNewsletter(page);
  await email(page).fill("ada@example.com");
  await signUp(page).click();
  await expect(form(page).getByText(THANKS)).toBeVisible();
  await signUp(page).click();
  await expect(form(page).getByText(THANKS)).toBeHidden();
  expect(sent).toHaveLength(1);
});

test("an invalid newsletter address is refused by the browser before anything is sent", async ({ page }) => {
  const sent = await standInForMail(page, { status: 202 });
  await openNewsletter(page);
  await email(page).fill("ada");
  await signUp(page).click();
  await expect(email(page)).toBeFocused();
  expect(await email(page).evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(sent).toEqual([]);
});

test.describe("a sign-up that is not accepted", () => {
  test.use({ expectedErrors: [/Failed to load resource|The newsletter mail was not accepted/] });

  for (const [how, answer, status] of [
    ["the endpoint fails", { status: 500 }, "500"],
    ["the endpoint refuses", { status: 403, message: "No." }, "403"],
  ] as const) {
    test(`when ${how}, the newsletter form says so and keeps the address, which is not logged`, async ({
      page,
    }) => {
      const errors = loggedErrors(page);
      await standInForMail(page, answer);
      await openNewsletter(page);
      await email(page).fill("ada@example.com");
      await signUp(page).click();
      await expect(form(page).getByRole("alert")).toHaveText(SORRY);
      await expect(email(page)).toHaveValue("ada@example.com");
      await expect(form(page).getByText(THANKS)).toBeHidden();
      expect(errors).toEqual([`The newsletter mail was not accepted (${status}).`]);
    });
  }

  test("a newsletter sign-up without an answer for 15 seconds counts as without a network", async ({
    page,
  }) => {
    await page.clock.install();
    const sent = await standInForMail(page, "silent");
    await openNewsletter(page);
    await email(page).fill("ada@example.com");
    await signUp(page).click();
    await expect(form(page).getByText("Signing you up.")).toBeVisible();
    // A form that is done at once waits a little before it sends: the silence begins with the request.
    await expect.poll(() => sent).toHaveLength(1);
    await page.clock.runFor(15_000);
    await expect(form(page).getByRole("status")).toContainText("you're offline");
    await expect(email(page)).toHaveValue("ada@example.com");
  });

  test("the next newsletter sign-up clears the message of the last one", async ({ page }) => {
    await standInForMail(page, { status: 500 }, { status: 202 });
    await openNewsletter(page);
    await email(page).fill("ada@example.com");
    await signUp(page).click();
    await expect(form(page).getByText(SORRY)).toBeVisible();
    await signUp(page).click();
    await expect(form(page).getByText(THANKS)).toBeVisible();
    await expect(form(page).getByText(SORRY)).toBeHidden();
  });
});

test("a double click on the newsletter form signs up once", async ({ page }) => {
  const sent = await standInForMail(page, { status: 202 });
  await openNewsletter(page);
  await email(page).fill("ada@example.com");
  await signUp(page).dblclick();
  await expect(form(page).getByRole("status")).not.toContainText("Signing you up.");
  expect(sent).toHaveLength(1);
});

test("a program that fills in the newsletter's honeypot is thanked, and nothing is sent", async ({
  page,
}) => {
  const sent = await standInForMail(page, { status: 202 });
  await openNewsletter(page);
  await email(page).fill("spam@example.com");
  await form(page)
    .locator("input[hidden]")
    .evaluate((trap: HTMLInputElement) => {
      trap.value = "https://spam.example";
    });
  await signUp(page).click();
  await expect(form(page).getByText(THANKS)).toBeVisible();
  expect(sent).toEqual([]);
});
