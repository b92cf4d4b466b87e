import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { knowCountry, openHome } from "./open-home.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const notice = (page: Page) => page.getByRole("dialog", { name: "Save your place in the next cohort" });
const figures = (page: Page) => page.getByRole("region", { name: "What we measure" });
const running = (page: Page) => figures(page).locator("dd [aria-hidden]");

test("the closing notice comes after the page has loaded, and stays closed for the visit", async ({
  page,
}) => {
  await knowCountry(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const pause = page.getByRole("button", { name: "Pause the announcement" });
  const close = notice(page).getByRole("button", { name: "Close" });
  await pause.focus();
  await page.clock.runFor(499);
  await expect(notice(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(notice(page)).toBeVisible();
  await expect(pause).toBeFocused();
  await page.clock.runFor(1_000);
  const top = (await notice(page).boundingBox())?.y ?? 0;
  for (const part of [page.locator(".hero .lead"), page.locator(".hero .btn").first()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? top) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
  }
  await close.press("Enter");
  await expect(notice(page)).toBeHidden();
  await expect(pause).toBeFocused();
  await page.reload();
  await page.clock.runFor(1_000);
  await expect(notice(page), "for the visit").toBeHidden();
});

test("the closing notice still comes and goes where the browser keeps no storage", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.goto("/");
  await notice(page).getByRole("button", { name: "Close" }).click();
  await expect(notice(page)).toBeHidden();
});

test("Home's first screen on a phone shows what it is, for whom, what it takes and the next step", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    page.getByText("No IT background needed."),
    page.getByRole("link", { name: "View Courses" }).first(),
    page.getByRole("link", { name: "from N209,000 today" }),
    page.locator(".hero").getByText("Next cohort: To be announced"),
    page.getByText("16–24 weeks").first(),
    page.getByText("2 × a week"),
    page.getByText("3 months", { exact: true }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test("the six subjects fold on a phone, and show all their topics where there is room", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  const subjects = page.getByRole("region", { name: "Six stops on the DevOps line" });
  const topic = subjects.getByText("The Linux command line and file system");
  await expect(topic).toBeHidden();
  await subjects.getByRole("heading", { name: "Introduction to DevOps and Linux" }).click();
  await expect(topic).toBeVisible();
  await expect(subjects.getByText("Functions and modules")).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(subjects.getByText("Functions and modules")).toBeVisible();
});

test("the film is loaded in parts when somebody plays it, and from no other host", async ({
  page,
  request,
}) => {
  const videoRequests: string[] = [];
  page.on("request", (each) => {
    if (/youtube|ytimg|\/film\//.test(each.url())) videoRequests.push(new URL(each.url()).pathname);
  });
  await openHome(page);
  const film = page.getByRole("region", { name: "See how a week runs" });
  await film.scrollIntoViewIfNeeded();
  const player = film.locator("video[controls]");
  await player.focus();
  expect(videoRequests).toEqual([]);
  await page.keyboard.press("Space");
  await expect.poll(() => videoRequests.length).toBeGreaterThan(0);
  for (const path of videoRequests) expect(path).toMatch(/^\/film\/week\.(mp4|webm|vtt)$/);
  await expect(player.locator("track")).toHaveAttribute("src", "/film/week.vtt");
  const part = await request.get("/film/week.mp4", { headers: { range: "bytes=0-99" } });
  expect([part.status(), part.headers()["content-type"]]).toEqual([206, "video/mp4"]);
});

test("the counters count each time they come into view, and are read out as their final figures", async ({
  page,
}) => {
  await page.clock.install();
  await openHome(page);
  await figures(page).scrollIntoViewIfNeeded();
  await expect(figures(page).locator("astro-island[ssr]")).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(running(page)).toHaveText(["0%", "0+", "0%"]);
  await page.clock.pauseAt(Date.now() + 60_000);
  const place = () =>
    figures(page)
      .getByRole("link", { name: "Register" })
      .evaluate((link) => link.getBoundingClientRect().top + scrollY);
  const placeBefore = await place();
  await running(page).last().scrollIntoViewIfNeeded();
  await expect(running(page).last()).toBeInViewport();
  await expect(running(page)).toHaveText(["0%", "0+", "0%"]);
  await page.clock.runFor(1_050);
  await expect(running(page)).toHaveText(["95%", /^[89]\d\d\+$/, /^4\d%$/]);
  await expect(figures(page).getByRole("definition").nth(1)).toMatchAriaSnapshot("- definition: 2500+");
  expect(await place()).toBe(placeBefore);
  await page.clock.runFor(2_000);
  await expect(running(page)).toHaveText(["95%", "2500+", "85%"]);
  expect(await place()).toBe(placeBefore);
});
