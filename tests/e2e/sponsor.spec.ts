import type { Page } from "@playwright/test";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { findingsEverywhere } from "./axe.ts";
import { comeFrom, expect, storedMails, test, unique, watchContext } from "./fixtures.ts";
import { makeSponsorLink } from "./sponsor-link.ts";

const request = (page: Page) => page.getByRole("region", { name: /asks you to pay for/ });

test("a learner in Lagos sends a link, and a relative in New York pays in dollars without seeing more than the first name", async ({
  page,
  context,
  browser,
  unexpected,
  visitor,
}) => {
  await comeFrom(context, "NG");
  const lastName = unique("Obi");
  const link = await makeSponsorLink(page, lastName);
  expect(link).toMatch(/\/Sponsor#v1\.[\w.-]+$/);
  for (const typed of [lastName, "Ada", "ada@example.com", "8031234567"]) expect(link).not.toContain(typed);
  const share = page.getByRole("link", { name: "Send by WhatsApp" });
  expect(new URL((await share.getAttribute("href")) ?? "").searchParams.get("text")).toContain(link);
  expect(await findingsEverywhere(page, [320, 1280])).toEqual([]);
  await page.getByLabel("First Name").fill("Eve");
  await expect(page.getByLabel("Link for your sponsor")).toBeHidden();

  const abroad = await browser.newContext({ baseURL: new URL(link).origin, serviceWorkers: "block" });
  try {
    await watchContext(abroad, { unexpected, visitor });
    await comeFrom(abroad, "US");
    const paypal = await servePayPal(abroad);
    const sponsor = await abroad.newPage();
    const asked: string[] = [];
    sponsor.on("request", (each) => asked.push(each.url()));
    await sponsor.goto(link);
    await expect(request(sponsor)).toContainText("Ada asks you to pay for DevOps Foundational");
    await expect(request(sponsor)).toContainText("$9.00 registration fee + $100.00 course");
    expect(sponsor.url(), "the details have left the address").toMatch(/\/Sponsor$/);
    const seen = await sponsor.locator("main").innerText();
    for (const hidden of [lastName, "ada@example.com", "8031234567", "8037654321"]) {
      expect(seen).not.toContain(hidden);
    }
    await sponsor.reload();
    await expect(request(sponsor)).not.toContainText("was made with this link");
    await request(sponsor).getByRole("button", { name: "Pay $109.00 with PayPal" }).click();
    await sponsor.getByRole("button", { name: "Pay with PayPal", exact: true }).click();
    await expect(sponsor.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
    expect(paypal.orders[0]?.purchase_units[0]?.amount).toMatchObject({
      currency_code: "USD",
      value: "109.00",
    });
    await sponsor.goto(link);
    await expect(request(sponsor)).toContainText(
      "A payment was made with this link from this browser before",
    );
    expect(
      asked.filter((url) => url.includes("v1.")),
      "the fragment was sent to nobody",
    ).toEqual([]);
  } finally {
    await abroad.close();
  }
  const [mail] = storedMails(lastName);
  expect(mail?.message).toContain("<th>Paid by</th><td>A sponsor, by link</td>");
  expect(mail?.message).toContain("<th>First Name</th><td>Ada</td>");
});

test("a link that was cut off says so, and leads to a chat", async ({ page }) => {
  await page.goto("/Sponsor#v1.abc");
  const alert = page.getByRole("alert").filter({ hasText: "This link cannot be read" });
  await expect(alert.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /cannot%20be%20read/);
  expect(await findingsEverywhere(page, [320, 1280])).toEqual([]);
});

test("without a link the page says how one pays for a learner", async ({ page }) => {
  await page.goto("/Sponsor");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay for a learner");
  await expect(page.getByText("presses Make the link")).toBeVisible();
  await expect(page.getByRole("alert").filter({ visible: true })).toHaveCount(0);
});

test("a second link opened in the same tab is the one that is paid, and leaves the address as well", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  const ada = await makeSponsorLink(page, unique("Obi"));
  await page.getByLabel("First Name").fill("Bola");
  await page.getByLabel("Course", { exact: true }).selectOption("DevOps Full");
  await page.getByRole("button", { name: "Make the link" }).click();
  const bola = await page.getByLabel("Link for your sponsor").inputValue();

  await page.goto("/Sponsor");
  await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
  await expect(page.getByText("Did a learner send you a link?")).toBeVisible();
  await page.goto(`${ada.slice(0, -40)}`);
  await expect(page.getByText("This link cannot be read")).toBeVisible();
  await page.goto(ada);
  await expect(request(page)).toContainText("Ada asks you to pay for DevOps Foundational");
  await page.goto(bola);
  await expect(request(page)).toContainText("Bola asks you to pay for DevOps Full");
  expect(page.url()).toMatch(/\/Sponsor$/);
  await page.reload();
  await expect(request(page)).toContainText("Bola asks you to pay for DevOps Full");
});
