import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";

test.beforeEach(async ({ context, page }) => {
  await comeFrom(context, "NG");
  // Not in the provider's frame, which has no storage of ours.
  await page.addInitScript(() => window === top && sessionStorage.setItem("closing-notice", "closed"));
});

test("a page prints dark on white, without navigation, and with every topic that is closed", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const [route, topics] of [
    ["/Curriculum", "main details li"],
    ["/Pricing", ""],
    ["/Faqs", "main details .prose"],
    ["/course/foundational", ".outline-topics > li"],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(route);
    if (topics) await expect(page.locator(topics).last()).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("region", { name: "Announcement" })).toBeHidden();
    await expect(
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }),
    ).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.locator(".btn:visible")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /, home$/ })).toBeVisible();
    await expect(page.locator("[data-print-address]")).toContainText(route);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(20, 35, 29)");
    if (!topics) continue;
    for (const topic of [page.locator(topics).first(), page.locator(topics).last()])
      await expect(topic).toBeVisible();
  }
  await page.goto("/Pricing?currency=usd");
  await expect(page.getByText("$1200", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("N485K", { exact: true }).first()).toBeHidden();
});

test("the slip of a payment prints alone, from the dialog and from the page", async ({ page, context }) => {
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
    expect(printed, place).toContain("Paid: N15,000 registration fee + N150,000 tuition");
    expect(printed, place).toContain("This includes your tuition. Do not pay it again on the Pricing page.");
    expect(printed.match(new RegExp(reference, "g")), place).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });
  }
});
