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

test("a newsletter address reaches the academy once, and only then comes the thank-you; neither an empty nor a wrong one is sent, nor a program's", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/prod/mailing")) sent.push(request.postData() ?? "");
  });
  const address = `${unique("ada-")}@example.com`;
  await openNewsletter(page);
  await email(page).fill("ada");
  await signUp(page).click();
  await expect(email(page)).toBeFocused();
  expect(await email(page).evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(sent).toEqual([]);

  await email(page).fill(address);
  await signUp(page).dblclick();
  await expect(form(page).getByRole("status")).toHaveText(THANKS);
  await expect(email(page)).toHaveValue("");
  expect(storedMails(address)).toMatchObject([
    {
      from_address: "no-reply@academy.example",
      to_address: "hello@academy.example",
      subject: "Newsletter",
    },
  ]);

  await signUp(page).click();
  await expect(form(page).getByText(THANKS)).toBeHidden();
  await email(page).fill("spam@example.com");
  await form(page)
    .locator("input[hidden]")
    .evaluate((trap: HTMLInputElement) => {
      trap.value = "https://spam.example";
    });
  await signUp(page).click();
  await expect(form(page).getByText(THANKS)).toBeVisible();
  expect(sent, "after a double click, with no address, and from a program").toHaveLength(1);
});

test("when the endpoint fails or refuses, the newsletter form says so and keeps the address, which is not logged; the next sign-up clears that", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|The newsletter mail was not accepted/);
  const errors = loggedErrors(page);
  await standInForMail(page, { status: 500 }, { status: 403, message: "No." }, { status: 202 });
  await openNewsletter(page);
  await email(page).fill("ada@example.com");
  for (const status of [500, 403]) {
    const answered = page.waitForResponse("**/prod/mailing");
    await signUp(page).click();
    expect((await answered).status()).toBe(status);
    await expect(form(page).getByRole("alert")).toHaveText(SORRY);
    await expect(email(page)).toHaveValue("ada@example.com");
    await expect(form(page).getByText(THANKS)).toBeHidden();
  }
  expect(errors).toEqual([500, 403].map((status) => `The newsletter mail was not accepted (${status}).`));
  await signUp(page).click();
  await expect(form(page).getByText(THANKS)).toBeVisible();
  await expect(form(page).getByText(SORRY)).toBeHidden();
});
