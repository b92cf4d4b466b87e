import { scriptsHolding, watchBodies } from "./fetched-code.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { openHome } from "./open-home.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

/** Home's islands, from its top to its end: the part of the page that each is in, and what its file is called. */
const ISLANDS = [
  { region: "In their own words", code: "Carousel" },
  { region: "What we measure", code: "Counters" },
  { region: "Hear about the next cohort", code: "NewsletterForm" },
] as const;

/** What React says when it fails, and nothing else does. */
const REACT = "https://react.dev/errors/";

test("each island's code is loaded as the visitor gets there, and not that of islands further down", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const fetched = () =>
    ISLANDS.map(({ code }) => code).filter((code) => scripts.some((path) => path.includes(`/${code}.`)));
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  const reached: string[] = [];
  for (const { region, code } of ISLANDS) {
    expect(fetched()).toEqual(reached);
    const island = page.getByRole("region", { name: region }).locator("astro-island");
    await island.scrollIntoViewIfNeeded();
    await expect(island).not.toHaveAttribute("ssr");
    reached.push(code);
  }
  expect(fetched()).toEqual(reached);
});

test("React is loaded with the first island, and other pages share its files", async ({ page, context }) => {
  const fetched = watchBodies(context);
  const counters = page.getByRole("region", { name: "What we measure" });
  await openHome(page);
  await expect(page.locator('[data-currency-switch] [aria-pressed="true"]')).toHaveCount(1);
  expect(await fetched(REACT)).toEqual([]);
  await counters.scrollIntoViewIfNeeded();
  await expect(counters.locator("astro-island")).not.toHaveAttribute("ssr");
  const onHome = await fetched(REACT);
  expect(onHome).not.toEqual([]);

  await page.goto("/Contact");
  await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
  expect(await fetched(REACT)).toEqual(onHome);
  expect(scriptsHolding(REACT)).toEqual(onHome);
});
