import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { levelSchema } from "~/content/schemas/level.ts";
import { realContent } from "./real-content.ts";

const weeksOfLevels = readdirSync(`${realContent}levels`).map((file) => {
  const { curriculum } = levelSchema.parse(parse(readFileSync(`${realContent}levels/${file}`, "utf8")));
  return curriculum.reduce((sum, { weeks }) => sum + weeks.length, 0);
});
/** The names and texts of all content files except the levels. */
const texts = readdirSync(realContent, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(mdx|yaml)$/.test(file.name) && !file.parentPath.endsWith("levels"))
  .map(
    (file) =>
      [file.name, readFileSync(`${file.parentPath}/${file.name}`, "utf8").replace(/\s+/g, " ")] as const,
  );
const saying = (pattern: RegExp) =>
  texts.flatMap(([name, text]) => [...text.matchAll(pattern)].map((match) => [name, ...match.slice(1)]));

test("an example of attendance is 85 percent of a level's classes, two a week, rounded up", () => {
  const sentences = saying(/(\d+)-week level has (\d+) classes, so you attend at least (\d+)/g);
  for (const [, weeks, classes, needed] of sentences) {
    expect(weeksOfLevels).toContain(Number(weeks));
    expect(Number(classes)).toBe(2 * Number(weeks));
    expect(Number(needed)).toBe(Math.ceil(Number(classes) * 0.85));
  }
});

test("all texts give a program the same range of weeks", () => {
  const ranges = saying(/\b(1\d)(?: to |–)(2\d) weeks/g);
  expect(new Set(ranges.map(([, from, to]) => `${from} to ${to}`)).size).toBeLessThanOrEqual(1);
});

test("no running text has a price, which belongs in the course records alone", () => {
  // `(?!:)` skips YAML keys such as `naira:`. A card of the catalogue may hold its own price.
  const prices = saying(/((?:₦|\$|\b(?:N|NGN|USD)) ?\d|\d[\d,.]*\s?(?:K|naira|dollars?|NGN|USD)\b(?!:))/gi);
  const records = [...readdirSync(`${realContent}courses`), "site.yaml"];
  expect(prices.filter(([name = ""]) => !records.includes(name))).toEqual([]);
});
