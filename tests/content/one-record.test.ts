import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { realContent } from "./real-content.ts";

/** The names and texts of all content files except the levels. */
const texts = readdirSync(realContent, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(mdx|yaml)$/.test(file.name) && !file.parentPath.endsWith("levels"))
  .map(
    (file) =>
      [file.name, readFileSync(`${file.parentPath}/${file.name}`, "utf8").replace(/\s+/g, " ")] as const,
  );
const saying = (pattern: RegExp) =>
  texts.flatMap(([name, text]) => [...text.matchAll(pattern)].map((match) => [name, ...match.slice(1)]));

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
