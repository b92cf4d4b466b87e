import { builtScriptsWith, watchBodies } from "./fetched-code.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { openHome } from "./open-home.ts";

/** Home's islands, from its top to its end: the part of the page that each is in, and what its file is called. */
const ISLANDS = [
  { region: "In their own words", code: "Carousel" },
  { region: "What we measure", code: "Counters" },
  { region: "Hear about the next cohort", code: "NewsletterForm" },
] as const;

/** The part of an error that only React writes. */
const REACT = "https://react.dev/errors/";

test("each island's code is loaded as the visitor gets there, and shared with other pages", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  const fetched = watchBodies(context);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const islands = () =>
    ISLANDS.map(({ code }) => code).filter((code) => scripts.some((path) => path.includes(`/${code}.`)));
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  await expect(page.locator('.currency-switch [aria-pressed="true"]')).toHaveCount(1);
  expect(await fetched(REACT)).toEqual([]);
  const reached: string[] = [];
  for (const { region, code } of ISLANDS) {
    expect(islands()).toEqual(reached);
    const island = page.getByRole("region", { name: region }).locator("astro-island");
    await island.scrollIntoViewIfNeeded();
    await expect(island).not.toHaveAttribute("ssr");
    reached.push(code);
  }
  expect(islands()).toEqual(reached);
  const onHome = await fetched(REACT);
  expect(onHome).not.toEqual([]);

  await page.goto("/Contact");
  await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
  expect(await fetched(REACT)).toEqual(onHome);
  expect(builtScriptsWith(REACT)).toEqual(onHome);
});
