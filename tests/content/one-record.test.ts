import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { levelSchema } from "~/content/schemas/level.ts";
import { describeTrackWeeks } from "~/domain/catalogue/outline.ts";
import { readProseFolder } from "../fixtures/prose-files.ts";

const root = new URL("../../content/", import.meta.url);
const levels = readProseFolder("levels").map(({ data }) => levelSchema.parse(data));
const weeksOf = ({ curriculum }: (typeof levels)[number]) =>
  curriculum.reduce((sum, { weeks }) => sum + weeks.length, 0);
/** Running text by its file, without the curricula's own. */
const texts = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(mdx|yaml)$/.test(file.name) && !file.parentPath.endsWith("levels"))
  .map(
    (file) =>
      [file.name, readFileSync(`${file.parentPath}/${file.name}`, "utf8").replace(/\s+/g, " ")] as const,
  );
const saying = (pattern: RegExp) =>
  texts.flatMap(([name, text]) => [...text.matchAll(pattern)].map((match) => [name, ...match.slice(1)]));

describe("what two pages say of the same thing", () => {
  test("the weeks of both levels are counted in the curricula", () => {
    const tracks = Map.groupBy(levels, ({ track }) => track);
    const named = [...tracks].map(([name, own]) => ({ name, levels: own }));
    expect(describeTrackWeeks(named)).toBe("26 weeks, or 29 in cybersecurity");
    expect(describeTrackWeeks([])).toBe("as many weeks as their pages say");
  });

  test("an example of attendance is worked out with a level's weeks, two classes each, and 85 percent rounded up", () => {
    const found = saying(/(\d+)-week level has (\d+) classes, so you attend at least (\d+)/g);
    expect(found).toHaveLength(1);
    for (const [, weeks, classes, needed] of found) {
      expect(levels.map(weeksOf)).toContain(Number(weeks));
      expect(Number(classes)).toBe(2 * Number(weeks));
      expect(Number(needed)).toBe(Math.ceil(Number(classes) * 0.85));
    }
  });

  test("a program's general range is one range", () => {
    const ranges = saying(/\b(1\d)(?: to |–)(2\d) weeks/g);
    expect(new Set(ranges.map(([, from, to]) => `${from} to ${to}`))).toEqual(new Set(["16 to 24"]));
  });

  test("no running text has a price, which belongs in the course records alone", () => {
    const prices = saying(/((?:₦|\$|\b(?:N|NGN|USD)) ?\d|\d[\d,.]*\s?(?:K\b|naira|dollars?|NGN|USD))/gi);
    const records = [...readdirSync(new URL("courses", root)), "site.yaml"];
    expect(prices.filter(([name = ""]) => !records.includes(name))).toEqual([]);
  });

  test("one level takes 12 to 16 weeks, as the answer says", () => {
    for (const level of levels) {
      expect(weeksOf(level)).toBeGreaterThanOrEqual(12);
      expect(weeksOf(level)).toBeLessThanOrEqual(16);
    }
  });
});
