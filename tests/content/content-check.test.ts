import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { trackRoutes } from "~/content/schemas/track.ts";
import { report } from "../../src/build/content-check/report.ts";
import { siteRoutes } from "../../src/build/content-check/routes.ts";
import { checkReal, copyOfContent, errorsAfter, lines } from "../fixtures/changed-content.ts";
import { entryIds } from "../fixtures/content-entries.ts";
import { routes } from "../fixtures/routes.ts";

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe("the content check", () => {
  test("the content check finds nothing wrong in the content as it is", () => {
    expect(lines(checkReal().errors)).toEqual([]);
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
      /^The content has 1 error\. .*\n\nLinks and pictures \(1\)\n {2}content\/faqs\/08-internship\.mdx:9 {2}The link [\s\S]*\n\nBefore a launch: \d+ things [\s\S]*\n\nTo be supplied/,
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

describe("an editor's slip is found with its file, its line and what would be right:", () => {
  test.each<[string, string, string, string, string | RegExp]>([
    [
      "a price with a comma",
      "site.yaml",
      "naira: 15000",
      'naira: "15,000"',
      /^content\/site\.yaml:26 Fields: registrationFee, naira: must be a whole number of naira, without commas/,
    ],
    [
      "a price with a comma and no quotes, which reads as another field",
      "courses/ai-advanced.yaml",
      "{ naira: 0, dollars: 0 }",
      "{ naira: 150,000, dollars: 0 }",
      /^content\/courses\/ai-advanced\.yaml:5 Fields: registration, 0: There is no field called 0 here\./,
    ],
    [
      "a missing field",
      "courses/ai-advanced.yaml",
      "name: AI Advanced\n",
      "",
      "content/courses/ai-advanced.yaml:1 Fields: name: is missing.",
    ],
    [
      "a misspelt field, with the one that was meant",
      "courses/devops-full.yaml",
      "highlighted:",
      "higlighted:",
      "content/courses/devops-full.yaml:18 Fields: plans, 2nd, higlighted: There is no field called higlighted here. Did you mean highlighted?",
    ],
    [
      "a word that is not among those that fit, with the nearest",
      "courses/devops-full.yaml",
      "type: Full Course",
      "type: Ful Course",
      'content/courses/devops-full.yaml:4 Fields: type: is "Ful Course", but must be one of: Full Course, Foundational Course, Advanced Course, Short Course. Did you mean Full Course?',
    ],
    [
      "a text that is too long for its place",
      "perks/mentorship.yaml",
      "title: One-on-one",
      `title: ${"very ".repeat(12)}`,
      /^content\/perks\/mentorship\.yaml:3 Fields: title: is too long: \d+ characters, and at most 60/,
    ],
    [
      "a colon in a text without quotes",
      "courses/ai-advanced.yaml",
      "name: AI Advanced",
      "name: AI: Advanced",
      'content/courses/ai-advanced.yaml:1 Cannot be read: A text that has a colon and a space in it must stand between "quotes".',
    ],
    [
      "a text that begins with a bracket",
      "pages/contact.yaml",
      "Quick questions",
      "[Quick] questions",
      /^content\/pages\/contact\.yaml:8 Cannot be read: This line cannot be understood\. A text that begins with a sign/,
    ],
    [
      "a field typed twice",
      "faqs/02-how-long.mdx",
      "order: 2\n",
      "order: 2\norder: 3\n",
      "content/faqs/02-how-long.mdx:4 Cannot be read: This field stands twice in the same place. Keep one of the two.",
    ],
    [
      "a text without its --- lines",
      "faqs/02-how-long.mdx",
      "---\nquestion",
      "question",
      /^content\/faqs\/02-how-long\.mdx:1 Cannot be read: The file must begin with a line ---/,
    ],
    [
      "a < in a text",
      "faqs/10-laptop-and-internet.mdx",
      "8 GB of memory",
      "<8 GB of memory",
      /^content\/faqs\/10-laptop-and-internet\.mdx:6 Cannot be read: .*A < begins a component such as <Fee \/>/,
    ],
  ])(
    "the content check finds an editor's slip with its file, its line and what would be right: %s",
    (_, path, from, to, expected) => {
      expect(errorsAfter(path, from, to)).toEqual([
        typeof expected === "string" ? expected : expect.stringMatching(expected),
      ]);
    },
  );

  test("the content check finds a file that is empty", () => {
    const copy = copyOfContent();
    copy.write("perks/mentorship.yaml", "");
    expect(lines(copy.check().errors)).toEqual([
      expect.stringMatching(
        /^content\/perks\/mentorship\.yaml:1 Fields: has no fields\. The fields here are: order, icon/,
      ),
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
