import { expect, test } from "./fixtures.ts";

const duration = { hasText: "How long does the training take?" };
const classes = { hasText: "How do the classes run?" };

test("one answer of /Faqs is open at a time, and a second click closes it", { tag: "@engines" }, async ({
  page,
}) => {
  await page.goto("/Faqs");
  const first = page.locator("details").filter(duration);
  const second = page.locator("details").filter(classes);
  await expect(page.locator("main details")).toHaveCount(10);

  await first.locator("summary").click();
  await expect(first.getByText("16 to 24 weeks")).toBeVisible();
  await expect(first.getByText("-", { exact: true })).toBeVisible();

  await second.locator("summary").click();
  await expect(first.getByText("16 to 24 weeks")).toBeHidden();
  await expect(second.getByText("Live and online, twice a week.")).toBeVisible();

  await second.locator("summary").click();
  await expect(page.locator("main details[open]")).toHaveCount(0);
});

test("a question on /Faqs opens from the keyboard and by a link", async ({ page }) => {
  await page.goto("/Faqs");
  await page.locator("summary").filter(duration).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("16 to 24 weeks")).toBeVisible();
  const answer = page.locator("#faq-6");
  await page.goto("/Faqs?currency=ngn#faq-6");
  await expect(page.getByText("The fee is non-refundable")).toBeInViewport();
  await expect(answer).toContainText("The fee, N15,000, secures your slot", { useInnerText: true });
  await page.goto("/Faqs?currency=usd#faq-6");
  await expect(answer).toContainText("The fee, $9.00, secures your slot", { useInnerText: true });
});

test("a link to a topic of a course outline opens the week and the heading it is in", async ({ page }) => {
  await page.goto("/course/foundational");
  const heading = page.locator("summary").filter({ hasText: "Linux and the command line" });
  const week = page.locator("summary").filter({ hasText: "Files, folders and the text editor" });
  await expect(page.getByText("6 stops · 13 weeks")).toBeVisible();
  await expect(week).toBeHidden();
  await heading.click();
  await expect(week).toBeVisible();
  await expect(page.getByText("Pipes and redirection")).toBeHidden();
  await week.click();
  await expect(page.getByText("Pipes and redirection")).toBeVisible();
  await heading.click();
  await expect(week).toBeHidden();

  await page.goto("/course/foundational#week-5");
  const linked = page.locator("#week-5");
  await expect(linked).toHaveAttribute("open", "");
  await expect(linked.locator("li").first()).toBeInViewport();
});
