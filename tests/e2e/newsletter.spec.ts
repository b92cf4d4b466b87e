import { expect, storedMails, test, unique } from "./fixtures.ts";
import { loggedErrors } from "./mail-stand-in.ts";
import { openHome } from "./open-home.ts";

test("a newsletter address reaches the academy once, though the endpoint failed before", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|The newsletter mail was not accepted/);
  const errors = loggedErrors(page);
  const form = page.getByRole("form", { name: "Newsletter" });
  const email = form.getByLabel("Email Address");
  const signUp = form.getByRole("button", { name: "Sign up" });
  const thanks = form.getByText("Thank you for signing up for our newsletters.");
  const address = `${unique("ada-")}@example.com`;
  await openHome(page);
  await form.scrollIntoViewIfNeeded();
  await expect(signUp).toBeEnabled();
  await email.fill("ada");
  await signUp.click();
  await expect(email).toBeFocused();
  await expect(form.getByText("Enter an email address like name@example.com.")).toBeVisible();

  await page.route("**/prod/mailing", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await email.fill(address);
  await signUp.click();
  await expect(form.getByRole("alert")).toHaveText(/That didn't work, so you're not on the list yet/);
  await expect(email).toHaveValue(address);
  expect(errors, "without the address").toEqual(["The newsletter mail was not accepted (500)."]);

  await context.setOffline(true);
  await signUp.click();
  await expect(form.getByRole("status")).toContainText("Not sent yet: you're offline");
  await expect(form.getByRole("alert")).toBeEmpty();
  await expect(email).toHaveValue(address);
  await context.setOffline(false);
  await expect(thanks).toBeVisible();
  expect(storedMails(address)).toMatchObject([
    {
      from_address: "no-reply@academy.example",
      to_address: "hello@academy.example",
      subject: "Newsletter",
    },
  ]);
});
