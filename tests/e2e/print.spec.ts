import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";

test.beforeEach(async ({ context, page }) => {
  await comeFrom(context, "NG");
  // Not in the provider's frame, which has no storage of ours.
  await page.addInitScript(() => window === top && sessionStorage.setItem("closing-notice", "closed"));
});

for (const route of ["/Curriculum", "/Pricing", "/Terms%26Condition", "/course/foundational"]) {
  test(`${route} prints without navigation, banner and buttons, under the academy's name`, async ({
    page,
  }) => {
    await page.goto(route);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("region", { name: "Announcement" })).toBeHidden();
    await expect(
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }),
    ).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.locator(".btn:visible")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /, home$/ })).toBeVisible();
    await expect(page.locator("[data-print-address]")).toContainText(
      route === "/Pricing" ? "/Pricing" : "http",
    );
  });
}

test("a printed curriculum shows every topic without anybody opening it", async ({ page }) => {
  await page.goto("/Curriculum");
  const topic = page.getByText("Containerisation with Docker", { exact: true });
  await expect(topic).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(topic).toBeVisible();
});

test("a printed course outline shows every week and topic", async ({ page }) => {
  await page.goto("/course/foundational");
  await page.emulateMedia({ media: "print" });
  const topics = page.locator(".outline-topics > li");
  expect(await topics.count()).toBeGreaterThan(20);
  for (const topic of [topics.first(), topics.last()]) await expect(topic).toBeVisible();
});

test("the price list prints in the currency that was chosen", async ({ page }) => {
  await page.goto("/Pricing?currency=usd");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("$1200", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("N485K", { exact: true }).first()).toBeHidden();
});

test("a page prints dark on white for a visitor whose system has the dark scheme", async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto("/Curriculum");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(20, 35, 29)");
});

test("the slip of a payment prints alone, under the academy's name, from the dialog and from the page", async ({
  page,
  context,
}) => {
  await servePaystack(context);
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register" }).click();
  const { reference } = await paystackParams(page);
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  const overlay = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(overlay).toBeVisible();

  for (const place of ["dialog", "page"]) {
    if (place === "page") await overlay.getByRole("button", { name: "Close" }).click();
    await page.emulateMedia({ media: "print" });
    const printed = await page.evaluate(() => document.body.innerText.replace(/\s+/g, " ").trim());
    expect(printed, place).toMatch(
      new RegExp(
        `^\\S+ .*Reference ${reference} Amount N165,000 For DevOps Foundational Paid by Ada Obi Status (?:Received|Paid)`,
      ),
    );
    expect(printed, place).not.toContain("Copy reference");
    expect(printed.match(new RegExp(reference, "g")), place).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });
  }
});
