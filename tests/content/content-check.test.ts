import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { trackRoutes } from "~/content/schemas/track.ts";
import { siteRoutes } from "../../src/build/content-check/links.ts";
import { checkContent } from "../../src/build/content-check/main.ts";
import { copyOfContent, errorsAfter, lines, type Slip, TODAY } from "../fixtures/changed-content.ts";
import { entryIds } from "../fixtures/content-entries.ts";
import { routes } from "../fixtures/routes.ts";
import { realContent } from "./real-content.ts";

const COURSE = "courses/ai-advanced.yaml";
const FAQ = "faqs/02-how-long.mdx";

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test("the content check finds nothing wrong in the content as it is", () => {
  expect(lines(checkContent({ content: realContent, root: inProject("") }, TODAY).errors)).toEqual([]);
});

test("the content check knows every address of the site, and no other", () => {
  expect(siteRoutes(inProject("src/pages/"), { tracks: trackRoutes, levels: entryIds("levels") })).toEqual(
    [...routes].sort(),
  );
});

describe("npm run content:check", { timeout: 60_000 }, () => {
  const run = (...folder: string[]) =>
    spawnSync(process.execPath, [inProject("scripts/content/content-check.mjs"), ...folder], {
      encoding: "utf8",
    });

  test("npm run content:check succeeds when only the launch list is left", () => {
    const { status, stdout } = run();
    expect(stdout).toMatch(/^The content has no errors\.\n\nProduction waits for/);
    expect(status).toBe(0);
  });

  test("npm run content:check fails on an error, which it names above the launch list", () => {
    const copy = copyOfContent();
    copy.replace("faqs/08-internship.mdx", "(/Contact)", "(/Contakt)");
    const { status, stdout } = run(copy.folder);
    expect(stdout).toMatch(
      /^The content has 1 error\. .*\n\nLinks and pictures \(1\)\n {2}content\/faqs\/08-internship\.mdx:\d+ {2}The link [\s\S]*\n\nProduction waits for/,
    );
    expect(status).toBe(1);
  });
});

test.each<[...Slip, place: string]>([
  [
    COURSE,
    "{ naira: 0,",
    '{ naira: "150,000",',
    `${COURSE}:5 Fields: registration, naira: must be a whole number`,
  ],
  ["courses/devops-full.yaml", "Full Course", "Ful Course", "courses/devops-full.yaml:4 Fields: type: "],
  [FAQ, "order: 2\n", "order: 2\norder: 3\n", `${FAQ}:4 Cannot be read: `],
  [FAQ, "---\nquestion", "question", `${FAQ}:1 Cannot be read: The file must begin with a line ---`],
  [FAQ, "---\n\n", "---\n\n<8 GB of memory\n\n", `${FAQ}:7 Cannot be read: `],
])("an editor's slip is found with its file, line and field: in %s %j as %j", (path, from, to, place) => {
  expect(errorsAfter(path, from, to)).toEqual([expect.stringContaining(`content/${place}`)]);
});

test("the content check finds a file that is empty", () => {
  const copy = copyOfContent();
  copy.write("perks/mentorship.yaml", "");
  expect(lines(copy.check().errors)).toEqual([
    expect.stringContaining("content/perks/mentorship.yaml:1 Fields: "),
  ]);
});

test("the content check finds a file that is missing, and one that no page reads", () => {
  const copy = copyOfContent();
  copy.remove("site.yaml");
  copy.write("faqs/11-new.md", "A question");
  expect(lines(copy.check().errors, "Cannot be read")).toEqual([
    expect.stringContaining("content/faqs/11-new.md:1 Cannot be read: No page reads this file"),
    expect.stringContaining("content/site.yaml:1 Cannot be read: This file is missing"),
  ]);
});
