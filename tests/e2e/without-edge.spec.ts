import type { Locator } from "@playwright/test";
import { academy } from "./academy.ts";
import { findingsOfState } from "./axe.ts";
import { testOn } from "./changing-site.ts";
import { comeFrom, expect } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { FILES } from "./servers.ts";

const test = testOn(FILES.withoutEdge);
test.use({ viewport: { width: 360, height: 800 } });

test("a host without the edge offers no plan, and nothing else that only the edge can do", async ({
  page,
}) => {
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await expect(page.locator("[data-amount-payable]")).toHaveText("N495,000", { useInnerText: true });
  await expect(page.getByText("This includes your tuition.")).toBeVisible();
  await expect(page.getByLabel("Payment plan")).toHaveCount(0);
  await expect(page.getByText("Ask somebody else to pay")).toHaveCount(0);
  for (const path of ["/Signup", "/Pricing"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main"), path).not.toContainText("My enrolment");
  }
});

for (const [money, country, provider, button] of [
  ["naira", "NG", "Paystack", "Enroll Now"],
  ["dollars", "US", "PayPal", "PayPal"],
] as const) {
  test(`without keys the site says that ${money} cannot be paid yet, and how to reach the academy`, async ({
    page,
    context,
  }) => {
    const expectSupport = async (place: Locator) => {
      await expect(place).toContainText(`We can't take ${provider} payments online yet.`);
      const [phone] = academy.phones;
      for (const [name, address] of [
        ["WhatsApp", new RegExp(`^https://wa\\.me/${academy.whatsapp.number}`)],
        [`Call ${phone?.display}`, `tel:${phone?.dial}`],
        [academy.email, `mailto:${academy.email}`],
      ] as const) {
        await expect(place.getByRole("link", { name })).toHaveAttribute("href", address);
      }
      await expect(page.getByRole("button", { name: /^(Pay Now|Register)$/ })).toHaveCount(0);
      expect(await findingsOfState(page)).toEqual([]);
    };
    await comeFrom(context, country);
    await page.goto("/Pricing");
    await payButton(page, button, "DevOps Full", "Full Tuition").click();
    await expectSupport(page.getByRole("dialog"));
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto("/Signup");
    await expectSupport(page.getByRole("form", { name: "Fill in details before payment" }));
  });
}
