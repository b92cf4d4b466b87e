import { fillInPlain, newLearner, wakeForm } from "../fixtures/registration-form.ts";
import { breakAmounts } from "../fixtures/states/state.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX } from "./servers.ts";

test("a price card whose dialog does not arrive or breaks says so and can be opened again", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Error hydrating/, /broken on purpose/);
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  const lost = /\/_astro\/PricingModal\..*\.js/;
  await context.route(lost, (route) => route.abort());
  const card = payButton(page, "Enroll Now", "DevOps Full", "Full Tuition");
  const notice = page.getByText("Loading chunk failed");
  await card.click();
  await expect(page.getByRole("alert").filter({ has: notice })).toBeVisible();
  await expect(card).not.toHaveAttribute("aria-busy");
  await context.unroute(lost);
  await card.click();
  await expect(page.getByLabel("Please Input Your Email")).toBeVisible();
  await expect(notice).toBeHidden();
  await page.keyboard.press("Escape");

  await breakAmounts(page);
  await payButton(page, "Enroll Now", "DevOps Full", "Five Installments").click();
  const broken = page.getByRole("alert").filter({ hasText: "Unexpected Application Error!" });
  await expect(broken.getByRole("button", { name: "Load the page again" })).toBeVisible();
  await expect(broken.getByRole("link", { name: "WhatsApp" })).toBeVisible();
});

for (const moment of ["as it wakes", "while it is filled in"]) {
  test(`Signup's form keeps what was typed and posts by itself when it breaks ${moment}`, async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(/broken on purpose/, /Minified React error/);
    await comeFrom(context, "NG");
    await page.goto(`${SANDBOX.origin}/Signup`);
    const firstName = page.getByLabel("First Name", { exact: true });
    const course = page.getByLabel("Course", { exact: true });
    // Without an event, which would wake the form.
    await firstName.evaluate((input: HTMLInputElement) => {
      input.value = "Adaobi";
    });
    if (moment !== "as it wakes") {
      await wakeForm(page);
      await course.selectOption("DevOps Advanced");
    }
    await breakAmounts(page);
    await course.selectOption("DevOps Full");
    const notice = page.getByRole("alert").filter({ hasText: "Unexpected Application Error!" });
    await expect(notice).toContainText("You can go on below");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for our Cloud Programs");
    await expect(firstName).toHaveValue("Adaobi");
    await expect(course.locator(":checked")).toHaveText(/DevOps Full/);
    await fillInPlain(page, newLearner());
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Pay N165,000" })).toBeVisible();
  });
}
