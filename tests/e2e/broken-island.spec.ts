import { breakAmounts } from "../fixtures/states/state.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";

test("a price card whose dialog does not arrive says so, and opens it with the next press; one that breaks says so, and offers a reload and the ways to reach us", async ({
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
