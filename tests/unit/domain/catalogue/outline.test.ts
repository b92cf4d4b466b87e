import { expect, test } from "vitest";
import {
  describeTrackWeeks,
  levelDescription,
  type OutlineHeading,
  trackTime,
  weekRange,
} from "~/domain/catalogue/outline.ts";

const week = (number: number) => ({ id: `week-${number}`, title: `Week ${number}`, number, topics: [] });
const heading = (title: string, ...numbers: number[]): OutlineHeading => ({
  id: title,
  title,
  weeks: numbers.map(week),
});

test("the course outline names the weeks of a stop", () => {
  expect(weekRange(heading("Linux", 1, 2, 3).weeks)).toBe("Weeks 1–3");
  expect(weekRange(heading("Git", 4).weeks)).toBe("Week 4");
  expect(weekRange([])).toBe("");
});

const long = "A heading of exactly forty characters ok";

test("a level's meta description names the headings that fit into 160 characters, in order", () => {
  const text = levelDescription(
    "Cloud DevOps Advanced",
    3,
    [1, 2, 3, 4].map((n) => heading(`${long} ${n}`, n)),
  );
  expect(text).toBe(`Cloud DevOps Advanced: live online classes for 3 months. ${long} 1, ${long} 2.`);
  expect(text.length).toBeLessThanOrEqual(160);
});

test("the weeks of both levels are counted, and tracks that take another time are named", () => {
  const level = (...weeks: number[]) => ({ curriculum: [heading("Linux", ...weeks)] });
  const tracks = [
    { name: "devops", levels: [level(1, 2), level(3)] },
    { name: "cybersecurity", levels: [level(1, 2), level(3, 4)] },
    { name: "data analytics", levels: [level(1), level(2, 3)] },
    { name: "announced", levels: [level(1)] },
  ];
  expect(describeTrackWeeks(tracks)).toBe("3 weeks, or 4 in cybersecurity");
  expect(describeTrackWeeks([])).toBe("as many weeks as their pages say");
});

test.each<[readonly number[], string]>([
  [[3, 4], "3 / 4 Months"],
  [[3], "3 Months"],
  [[], "Levels to be announced"],
])("a track with levels of %j months takes: %s", (months, words) => {
  expect(trackTime(months)).toBe(words);
});
