import { breakAmounts } from "../fixtures/states/state.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
});

test("a price card whose dialog does not arrive says so, and opens it with the next press", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Error hydrating/);
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
});

test("a dialog that breaks while it is opened says so, and offers a reload and the ways to reach us", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/broken on purpose/);
  await page.goto("/Pricing");
  await breakAmounts(page);
  await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  const alert = page.getByRole("alert").filter({ hasText: "Unexpected Application Error!" });
  await expect(alert.getByRole("button", { name: "Load the page again" })).toBeVisible();
  await expect(alert.getByRole("link", { name: "WhatsApp" })).toBeVisible();
});
