import type { Page } from "@playwright/test";
import { homePageSchema } from "~/content/schemas/home-page.ts";
import { checkedEntry } from "../fixtures/content-entries.ts";
import { expect, test } from "./fixtures.ts";
import { knowCountry, openHome } from "./open-home.ts";

const words = checkedEntry("pages", "home", homePageSchema);
const notice = (page: Page) => page.getByRole("dialog", { name: words.popup.title });

for (const picture of ["closing-notice", "alumni-map", "perk-terminal"]) {
  test(`the lettering of the picture ${picture} lies on its halo, in a face of the site`, async ({
    page,
  }) => {
    await page.goto(`/pictures/${picture}.svg`);
    const lettering = await page.locator("text").evaluateAll((texts) =>
      texts.map((text) => {
        const { fontFamily, paintOrder, stroke } = getComputedStyle(text);
        return {
          isSystemFace: /^(system-ui|ui-monospace)/.test(fontFamily),
          isHaloed: stroke !== "none",
          paintOrder,
        };
      }),
    );
    expect(lettering.length).toBeGreaterThan(0);
    for (const { isSystemFace, isHaloed, paintOrder } of lettering) {
      expect(isSystemFace).toBe(true);
      if (isHaloed) expect(paintOrder).toBe("stroke");
    }
  });
}

test.describe("the closing notice", () => {
  test("the closing notice comes half a second after the page has loaded, not before", async ({ page }) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto("/");
    await page.clock.runFor(499);
    await expect(notice(page)).toBeHidden();
    await page.clock.runFor(1);
    await expect(notice(page)).toBeVisible();
  });

  for (const [how, close] of [
    ["its X", (page: Page) => notice(page).getByRole("button", { name: "Close" }).click()],
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
  ] as const) {
    test(`the closing notice is closed by ${how} and stays closed for the visit`, async ({ page }) => {
      await knowCountry(page);
      await page.clock.install();
      await page.goto("/");
      await page.clock.runFor(1_000);
      await expect(notice(page)).toBeVisible();
      await close(page);
      await expect(notice(page)).toBeHidden();
      await page.reload();
      await page.clock.runFor(1_000);
      await expect(notice(page)).toBeHidden();
    });
  }

  test("the closing notice leaves the page behind it in use, and the focus where it was", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Pause the announcement" }).focus();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Pause the announcement" })).toBeFocused();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
    await expect(page).toHaveURL("/Pricing");
  });

  test("on a phone, the closing notice leaves the page's lead and a button in view", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    await expect(notice(page)).toBeVisible();
    const top = (await notice(page).boundingBox())?.y ?? 0;
    for (const part of [page.locator(".hero .lead"), page.locator(".hero .btn").first()]) {
      const box = await part.boundingBox();
      expect((box?.y ?? top) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
    }
  });

  test("the closing notice comes again on a new visit", async ({ page, context }) => {
    await page.goto("/");
    await notice(page).getByRole("button", { name: "Close" }).click();
    const nextVisit = await context.newPage();
    await nextVisit.goto("/");
    await expect(notice(nextVisit)).toBeVisible();
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
});

test("Home's blocks are in their order", async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cloud DevOps");
  await expect(page.locator("main h2:not(dialog h2)")).toHaveText([
    "Why learn with us",
    "A career in DevOps",
    "In their own words",
    "See how a week runs",
    "Where our training leads",
    "Six stops on the DevOps line",
    "What comes with your place",
    "What we measure",
    "Questions people ask first",
    "Hear about the next cohort",
  ]);
});

for (const [block, name, path] of [
  ["From first command to cloud engineer.", "View Courses", "/Courses"],
  ["From first command to cloud engineer.", "See Curriculum", "/Curriculum"],
  ["Why learn with us", "View Courses", "/Courses"],
  ["A career in DevOps", "See Curriculum", "/Curriculum"],
  ["What we measure", "Register", "/Signup"],
  ["Questions people ask first", "All questions", "/Faqs"],
] as const) {
  test(`${name} in the block "${block}" leads to ${path}`, async ({ page }) => {
    await openHome(page);
    await page.getByRole("region", { name: block }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("Home's first screen on a phone shows what it is, for whom, what it takes and the next step", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    page.getByText("No IT background needed."),
    page.getByRole("link", { name: "View Courses" }).first(),
    page.getByText("16–24 weeks").first(),
    page.getByText("2 × a week"),
    page.getByText("3 months", { exact: true }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test("Home's schedule has six modules, each with its topics and project", async ({ page }) => {
  await openHome(page);
  const schedule = page.getByRole("region", { name: "Six stops on the DevOps line" });
  await expect(schedule.getByRole("heading", { level: 3 })).toHaveText([
    "Introduction to DevOps and Linux",
    "Python",
    "Maven and Jenkins",
    "AWS Services",
    "Containerization",
    "IaC with Terraform",
  ]);
  await expect(schedule.getByText("You build:")).toHaveCount(6);
  await expect(schedule.getByText("Pipelines written as code")).toBeVisible();
});

test("four perks come with a place, and the one that is not ready says so", async ({ page }) => {
  await openHome(page);
  const perks = page.getByRole("region", { name: "What comes with your place" });
  await expect(perks.getByRole("heading", { level: 3 })).toHaveCount(4);
  await expect(perks.getByText("Coming soon")).toHaveCount(1);
});

test("the places of the alumni map are also a list, and examples are called so", async ({ page }) => {
  await openHome(page);
  const alumni = page.getByRole("region", { name: "Where our training leads" });
  await expect(alumni.getByRole("listitem").first()).toContainText("Lagos, Nigeria");
  await expect(alumni.getByText(words.alumni.placeholderNote)).toBeVisible();
});

test("the alumni map has its land", async ({ page }) => {
  await openHome(page);
  const map = page.locator(".alumni-map");
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const address = (await map.getAttribute("src")) ?? "";
  expect(await (await page.request.get(address)).text()).toMatch(/<path[^>]* d="M[^"]{1000}/);
});

test("one answer on Home is open at a time, and a second press closes it", async ({ page }) => {
  await openHome(page);
  const faq = page.getByRole("region", { name: "Questions people ask first" });
  const [first, second] = [
    faq.getByText("How do the classes run?"),
    faq.getByText("Is there an internship?"),
  ];
  const [firstAnswer, secondAnswer] = [
    faq.getByText("Live and online, twice a week."),
    faq.getByText("with a stipend towards your living costs"),
  ];
  await first.click();
  await expect(firstAnswer).toBeVisible();
  await second.click();
  await expect(firstAnswer).toBeHidden();
  await expect(secondAnswer).toBeVisible();
  await second.click();
  await expect(secondAnswer).toBeHidden();
});

test("the film is loaded when somebody plays it, by keyboard too, in parts, with captions, and from no other host", async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on("request", (each) => {
    if (/youtube|ytimg|\/film\//.test(each.url())) asked.push(new URL(each.url()).pathname);
  });
  await openHome(page);
  const film = page.getByRole("region", { name: "See how a week runs" });
  await film.scrollIntoViewIfNeeded();
  const player = film.locator("video[controls]");
  await player.focus();
  expect(asked).toEqual([]);
  await page.keyboard.press("Space");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  for (const path of asked) expect(path).toMatch(/^\/film\/week\.(mp4|webm|vtt)$/);
  await expect(player.locator("track")).toHaveAttribute("src", "/film/week.vtt");
  const part = await request.get("/film/week.mp4", { headers: { range: "bytes=0-99" } });
  expect(part.status()).toBe(206);
  expect(part.headers()["content-type"]).toBe("video/mp4");
  expect((await part.body()).length).toBe(100);
  expect(await (await request.get("/film/week.vtt")).text()).toMatch(/^WEBVTT\n/);
});

test("no island's code is fetched before the visitor scrolls", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const ofIslands = () =>
    scripts.filter((path) => /Carousel|Counters|NewsletterForm|client|react/i.test(path));
  await openHome(page);
  await expect(page.locator('[data-currency-switch] [aria-pressed="true"]')).toHaveCount(1);
  expect(scripts.length).toBeGreaterThan(0);
  expect(ofIslands()).toEqual([]);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect.poll(() => ofIslands().length).toBeGreaterThan(0);
});

test.describe("the figures", () => {
  const figures = (page: Page) => page.getByRole("region", { name: "What we measure" });
  const running = (page: Page) => figures(page).locator("dd [aria-hidden]");

  test("the counters count from 0 when they come into view, each in its time, and again after they have left it", async ({
    page,
  }) => {
    await page.clock.install();
    await openHome(page);
    await figures(page).scrollIntoViewIfNeeded();
    await expect(figures(page).locator("astro-island[ssr]")).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(running(page)).toHaveText(["0%", "0+", "0%"]);
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const _ of ["first", "second"]) {
      await running(page).last().scrollIntoViewIfNeeded();
      await expect(running(page).last()).toBeInViewport();
      await expect(running(page)).toHaveText(["0%", "0+", "0%"]);
      await page.clock.runFor(1_050);
      await expect(running(page)).toHaveText(["95%", /^[89]\d\d\+$/, /^4\d%$/]);
      await page.clock.runFor(1_000);
      await expect(running(page)).toHaveText(["95%", /^1[67]\d\d\+$/, "85%"]);
      await page.clock.runFor(1_000);
      await expect(running(page)).toHaveText(["95%", "2500+", "85%"]);
      await page.evaluate(() => scrollTo(0, 0));
      await expect(running(page)).toHaveText(["0%", "0+", "0%"]);
    }
  });

  test("the counters are read out as their final figures, even while they run", async ({ page }) => {
    await openHome(page);
    await figures(page).scrollIntoViewIfNeeded();
    await expect(figures(page).getByRole("definition").nth(1)).toMatchAriaSnapshot("- definition: 2500+");
  });

  test("the counters shift no layout while they count", async ({ page }) => {
    await openHome(page);
    await figures(page).scrollIntoViewIfNeeded();
    const button = figures(page).getByRole("link", { name: "Register" });
    const before = await button.boundingBox();
    await expect(running(page)).toHaveText(["95%", "2500+", "85%"]);
    expect(await button.boundingBox()).toEqual(before);
  });

  test("the counters do not move with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openHome(page);
    await figures(page).scrollIntoViewIfNeeded();
    await expect(figures(page).locator("astro-island[ssr]")).toHaveCount(0);
    await expect(running(page)).toHaveText(["95%", "2500+", "85%"]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, Home has all its text", async ({ page }) => {
    await page.goto("/");
    await expect(notice(page)).toBeHidden();
    const figures = page.getByRole("region", { name: "What we measure" });
    await expect(figures.locator("dd [aria-hidden]")).toHaveText(["95%", "2500+", "85%"]);
    await expect(page.getByRole("region", { name: "In their own words" }).getByRole("figure")).toHaveCount(7);
    const newsletter = page.getByRole("region", { name: "Hear about the next cohort" });
    expect(await newsletter.locator("noscript").textContent()).toContain("This needs JavaScript");
    await expect(newsletter.getByRole("button")).toBeHidden();
  });
});
