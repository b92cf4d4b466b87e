import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { trackRoutes } from "~/content/schemas/track.ts";
import { report } from "../../src/build/content-check/finding.ts";
import { siteRoutes } from "../../src/build/content-check/links.ts";
import { checkContent } from "../../src/build/content-check/main.ts";
import { copyOfContent, errorsAfter, lines, TODAY } from "../fixtures/changed-content.ts";
import { entryIds } from "../fixtures/content-entries.ts";
import { routes } from "../fixtures/routes.ts";
import { realContent } from "./real-content.ts";

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe("the content check", () => {
  test("the content check finds nothing wrong in the content as it is", () => {
    expect(lines(checkContent({ content: realContent, root: inProject("") }, TODAY).errors)).toEqual([]);
  });

  test("the content check knows every address of the site, and no other", () => {
    expect(siteRoutes(inProject("src/pages/"), { tracks: trackRoutes, levels: entryIds("levels") })).toEqual(
      [...routes].sort(),
    );
  });

  test("the content check begins its report with what is wrong, and lists what a launch needs below it", () => {
    const copy = copyOfContent();
    copy.replace("faqs/08-internship.mdx", "(/Contact)", "(/Contakt)");
    expect(report(copy.check())).toMatch(
      /^The content has 1 error\. .*\n\nLinks and pictures \(1\)\n {2}content\/faqs\/08-internship\.mdx:\d+ {2}The link [\s\S]*\n\nBefore a launch: \d+ things [\s\S]*\n\nTo be supplied/,
    );
  });
});

describe("npm run content:check", { timeout: 60_000 }, () => {
  const run = (...folder: string[]) =>
    spawnSync(process.execPath, [inProject("scripts/content/content-check.mjs"), ...folder], {
      encoding: "utf8",
    });

  test("npm run content:check succeeds when only the launch list is left", () => {
    const { status, stdout } = run();
    expect(stdout).toMatch(/^The content has no errors\.\n\nBefore a launch/);
    expect(status).toBe(0);
  });

  test("npm run content:check fails on an error, so that the tests stop there", () => {
    const copy = copyOfContent();
    copy.remove("site.yaml");
    expect(run(copy.folder).status).toBe(1);
  });
});

describe("an editor's slip is found with its file, its line and its field:", () => {
  test.each<[string, string, string, string, string]>([
    [
      "a price with a comma",
      "courses/ai-advanced.yaml",
      "{ naira: 0, dollars: 0 }",
      '{ naira: "150,000", dollars: 0 }',
      "content/courses/ai-advanced.yaml:5 Fields: registration, naira: must be a whole number of naira, without commas or signs: write 150000.",
    ],
    [
      "a missing field",
      "courses/ai-advanced.yaml",
      "name: AI Advanced\n",
      "",
      "content/courses/ai-advanced.yaml:1 Fields: name: ",
    ],
    [
      "a field that does not exist",
      "courses/devops-full.yaml",
      "highlighted:",
      "higlighted:",
      "content/courses/devops-full.yaml:21 Fields: plans, 2nd, higlighted: ",
    ],
    [
      "a word that is not among those that fit",
      "courses/devops-full.yaml",
      "type: Full Course",
      "type: Ful Course",
      "content/courses/devops-full.yaml:4 Fields: type: ",
    ],
    [
      "a colon in a text without quotes",
      "courses/ai-advanced.yaml",
      "name: AI Advanced",
      "name: AI: Advanced",
      "content/courses/ai-advanced.yaml:1 Cannot be read: ",
    ],
    [
      "a text that begins with a star",
      "courses/ai-advanced.yaml",
      "name: AI",
      "name: *AI",
      "content/courses/ai-advanced.yaml:1 Cannot be read: ",
    ],
    [
      "a field typed twice",
      "faqs/02-how-long.mdx",
      "order: 2\n",
      "order: 2\norder: 3\n",
      "content/faqs/02-how-long.mdx:4 Cannot be read: ",
    ],
    [
      "a text without its --- lines",
      "faqs/02-how-long.mdx",
      "---\nquestion",
      "question",
      "content/faqs/02-how-long.mdx:1 Cannot be read: The file must begin with a line ---",
    ],
    [
      "a < in a text",
      "faqs/02-how-long.mdx",
      "---\n\n",
      "---\n\n<8 GB of memory\n\n",
      "content/faqs/02-how-long.mdx:7 Cannot be read: ",
    ],
  ])(
    "the content check finds an editor's slip with its file, its line and its field: %s",
    (_, path, from, to, expected) => {
      const errors = errorsAfter(path, from, to);
      expect(errors).toHaveLength(1);
      expect(errors[0]?.startsWith(expected), errors[0]).toBe(true);
    },
  );

  test("the content check finds a file that is empty", () => {
    const copy = copyOfContent();
    copy.write("perks/mentorship.yaml", "");
    expect(lines(copy.check().errors)).toEqual([
      expect.stringMatching(/^content\/perks\/mentorship\.yaml:1 Fields: /),
    ]);
  });

  test("the content check finds a file that is missing, and one that no page reads", () => {
    const copy = copyOfContent();
    copy.remove("site.yaml");
    copy.write("faqs/11-new.md", "A question");
    expect(lines(copy.check().errors, "Cannot be read")).toEqual([
      expect.stringMatching(/^content\/faqs\/11-new\.md:1 .*: No page reads this file/),
      expect.stringMatching(/^content\/site\.yaml:1 .*: This file is missing/),
    ]);
  });
});
