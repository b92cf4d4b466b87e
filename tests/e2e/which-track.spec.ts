import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { knowCountry } from "./open-home.ts";

const show = (page: Page) => page.getByRole("button", { name: "Show which track fits me" });
const answer = (page: Page) => page.getByRole("region", { name: /Data|Cyber|DevOps|AI|Project/ });

const FOR_DATA = [
  "Finding out what numbers say",
  "A shop does not know which goods sell",
  "A little, when it answers a question",
  "Worked with spreadsheets or accounts",
  "On one hard thing at a time",
];

const FOR_PROJECTS = [
  "Bringing people together",
  "A project is late",
  "I would rather not",
  "Organised people, events or a business",
  "With people, for most of the day",
];

test("five answers lead to a track with its reasons, others to another, and none is stored or sent", async ({
  page,
}) => {
  await knowCountry(page);
  await page.goto("/Which-track");
  const storage = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const storageBefore = await storage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  for (const name of FOR_DATA) await page.getByRole("radio", { name }).check();
  await show(page).click();
  await expect(answer(page)).toBeFocused();
  await expect(answer(page).getByRole("heading", { level: 2 })).toHaveText("Data Analytics");
  await expect(answer(page).getByRole("listitem")).toHaveCount(5);
  await expect(answer(page)).toContainText("You like finding out what numbers say");
  await expect(answer(page).getByRole("link", { name: "See this track" })).toHaveAttribute(
    "href",
    "/data-analytics",
  );
  const [button, box] = [await show(page).boundingBox(), await answer(page).boundingBox()];
  expect((box?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThanOrEqual(24);
  expect(await storage()).toBe(storageBefore);
  expect(page.url()).toMatch(/\/Which-track$/);
  // The names of the form's fields begin with "question".
  expect(requests.filter((request) => /question|POST/.test(request))).toEqual([]);

  await expect(answer(page)).toHaveClass(/line-data/);
  for (const name of FOR_PROJECTS) await page.getByRole("radio", { name }).check();
  await show(page).click();
  await expect(answer(page).getByRole("heading", { level: 2 })).toHaveText("Project Management");
  await expect(answer(page).getByRole("listitem")).toHaveCount(5);
  await expect(answer(page)).toHaveClass(/line-pm/);
  await expect(answer(page)).not.toHaveClass(/line-data/);
});
