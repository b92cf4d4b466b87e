import { expect, test } from "vitest";
import { levelSchema } from "~/content/schemas/level.ts";
import { idFromTitle } from "~/content/schemas/titled-list.ts";
import { readEntry } from "../fixtures/content-entries.ts";

interface RawLevel {
  curriculum: { weeks: { title: string; topics: string[] }[] }[];
}

/** Returns a `path: message` for each refusal of a good level after `change`. */
function refusalsAfter(change: (raw: RawLevel) => void): string[] {
  const raw: RawLevel = readEntry("levels", "advanced");
  change(raw);
  const issues = levelSchema.safeParse(raw).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("a level with too many weeks for its months is refused with the number that fit", () => {
  const refused = refusalsAfter(({ curriculum }) => {
    const topics = ["One thing", "Another thing", "A third thing"];
    curriculum.at(-1)?.weeks.push({ title: "One week too many", topics });
  });
  expect(refused).toEqual(["curriculum: 3 months hold 12 to 13 weeks, but there are 14."]);
});

test("two weeks of the same name are refused, also under different headings", () => {
  const refused = refusalsAfter(({ curriculum }) => {
    const [first, second] = curriculum.map((heading) => heading.weeks[0]);
    if (first && second) second.title = first.title;
  });
  expect(refused).toEqual([
    expect.stringMatching(/^curriculum\.1\.weeks\.0\.title: Two weeks of the course are called/),
  ]);
});

test("a topic that is twice in one week is refused", () => {
  const refused = refusalsAfter(({ curriculum }) => {
    const topics = curriculum[0]?.weeks[0]?.topics ?? [];
    topics[1] = topics[0] ?? "";
  });
  expect(refused).toEqual([
    expect.stringMatching(/^curriculum\.0\.weeks\.0\.topics\.1: Two in this list are called/),
  ]);
});

test("titles become ids that are safe in a link", () => {
  expect(idFromTitle("  CI/CD & état: AWS CLI (v2) ")).toBe("ci-cd-and-etat-aws-cli-v2");
});
