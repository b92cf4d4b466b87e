import { describe, expect, test } from "vitest";
import { plainWords } from "~/build/content-check/plain-words.ts";
import { levelSchema } from "~/content/schemas/level.ts";
import { idFromTitle } from "~/content/schemas/titled-list.ts";
import { trackSchema } from "~/content/schemas/track.ts";
import { readEntry } from "../fixtures/content-entries.ts";

describe("an editor who makes a slip reads where and what", () => {
  /** What an editor reads after `change` was made to a good entry: one `path: message` a refusal. */
  function refusals<Raw>(
    folder: string,
    id: string,
    schema: typeof levelSchema | typeof trackSchema,
    change: (raw: Raw) => void,
  ): string[] {
    const raw = readEntry(folder, id);
    change(raw);
    const issues = schema.safeParse(raw, { error: plainWords }).error?.issues ?? [];
    return issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  }

  test("the error of a curriculum names a missing field", () => {
    const change = (raw: { about?: string }) => delete raw.about;
    expect(refusals("levels", "foundational", levelSchema, change)).toEqual(["about: is missing"]);
  });

  test("the error of a curriculum names a misspelt field", () => {
    const change = (raw: Record<string, string>) => {
      raw.sumary = "A slip of the finger";
    };
    expect(refusals("tracks", "devops", trackSchema, change).join()).toContain("sumary");
  });

  test("the error of a description that search engines would cut off says how long it may be", () => {
    const change = (raw: { description: string }) => {
      raw.description = "x".repeat(161);
    };
    expect(refusals("tracks", "devops", trackSchema, change)).toEqual([
      "description: is too long: 161 characters, and at most 160 fit in its place",
    ]);
  });

  test("the error of a route without a page lists the routes that exist", () => {
    const change = (raw: { route: string }) => {
      raw.route = "/project-management";
    };
    expect(refusals("tracks", "project-management", trackSchema, change).join()).toMatch(
      /^route: .*project-managment is spelled so/,
    );
  });

  test("the error of a week too many for the months says how many fit", () => {
    const change = (raw: { curriculum: { weeks: unknown[] }[] }) => {
      const topics = ["One thing", "Another thing", "A third thing"];
      raw.curriculum.at(-1)?.weeks.push({ title: "One week too many", topics });
    };
    expect(refusals("levels", "advanced", levelSchema, change)).toEqual([
      "curriculum: 3 months hold 12 to 13 weeks, but there are 14.",
    ]);
  });

  test("two weeks of the same name are refused, also under different headings", () => {
    const change = (raw: { curriculum: { weeks: { title: string }[] }[] }) => {
      const [first, second] = raw.curriculum.map((heading) => heading.weeks[0]);
      if (first && second) second.title = first.title;
    };
    expect(refusals("levels", "ai-advanced", levelSchema, change)).toEqual([
      expect.stringMatching(/^curriculum\.1\.weeks\.0\.title: Two weeks of the course are called/),
    ]);
  });

  test("a topic that is twice in one week is refused with its place", () => {
    const change = (raw: { curriculum: { weeks: { topics: string[] }[] }[] }) => {
      const topics = raw.curriculum[0]?.weeks[0]?.topics ?? [];
      topics[1] = topics[0] ?? "";
    };
    expect(refusals("levels", "ai-advanced", levelSchema, change)).toEqual([
      expect.stringMatching(/^curriculum\.0\.weeks\.0\.topics\.1: Two in this list are called/),
    ]);
  });
});

test("titles become ids that are safe in a link", () => {
  expect(idFromTitle("  CI/CD & état: AWS CLI (v2) ")).toBe("ci-cd-and-etat-aws-cli-v2");
});
