import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { openHome } from "./open-home.ts";

const stories = (page: Page) => page.getByRole("region", { name: "In their own words" });
const turn = (page: Page, name: "Previous" | "Next") => stories(page).getByRole("button", { name });

async function expectStory(page: Page, number: number): Promise<void> {
  await expect(stories(page).getByText(`Testimonial ${number} of 7`)).toBeAttached();
  const slides = stories(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("figure") });
  await expect(slides.nth(number - 1)).toBeInViewport({ ratio: 0.9 });
}

test.use({ viewport: { width: 360, height: 740 } });

test("seven testimonials are turned round and round by buttons, arrow keys and a swipe", async ({ page }) => {
  await openHome(page);
  await stories(page).scrollIntoViewIfNeeded();
  await expect(turn(page, "Next")).toBeEnabled();
  await expect(stories(page).getByRole("figure")).toHaveCount(7);
  await expectStory(page, 1);
  await expect(stories(page).getByRole("figure").nth(1)).not.toBeInViewport();

  await turn(page, "Previous").click();
  await expectStory(page, 7);
  await turn(page, "Next").click();
  await expectStory(page, 1);
  await stories(page).getByRole("region", { name: "Testimonials" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expectStory(page, 7);
  await turn(page, "Next").focus();
  await page.keyboard.press("ArrowRight");
  await expectStory(page, 1);

  const box = await stories(page).getByRole("figure").first().boundingBox();
  if (!box) throw new Error("The first testimonial is not drawn.");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.85, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.15, y, { steps: 8 });
  await page.mouse.up();
  await expectStory(page, 2);

  await turn(page, "Previous").click();
  await page.setViewportSize({ width: 1280, height: 900 });
  await stories(page).scrollIntoViewIfNeeded();
  await expectStory(page, 1);
  await expect(stories(page).getByRole("figure").nth(2)).toBeInViewport({ ratio: 0.9 });
  await expect(stories(page).getByRole("figure").nth(3)).not.toBeInViewport();
});

test("testimonials scrolled before hydration stay where they were", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/Carousel.*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openHome(page);
  await stories(page).scrollIntoViewIfNeeded();
  await expect(turn(page, "Next")).toBeDisabled();
  const list = stories(page).getByRole("region", { name: "Testimonials" });
  await list.evaluate((element) => element.scrollTo({ left: element.clientWidth * 2, behavior: "instant" }));
  held.resolve();
  await expect(turn(page, "Next")).toBeEnabled();
  await expectStory(page, 3);
});
