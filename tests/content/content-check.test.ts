import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { root } from "../../scripts/dev/run-tool.mjs";
import { siteRoutes } from "../../src/build/content-check/links.ts";
import { trackRoutes } from "../../src/content/schemas/track.ts";
import { copyOfContent, errorsAfter, lineOf, lines, type Slip } from "../fixtures/changed-content.ts";
import { entryIds, readEntry } from "../fixtures/content-entries.ts";
import { routes } from "../fixtures/routes.ts";

const FAQ = "faqs/02-how-long.mdx";
const COHORT = "cohorts/february-2024.yaml";
const COURSE = "courses/devops-full.yaml";
const LEVEL = "levels/ai-advanced.yaml";
const OWN_COURSE =
  "ownCourse: { name: AI one, title: AI one, order: 1, registration: { naira: 1, dollars: 1 } }";

test.each<Slip>([
  ["faqs/06-registration-fee.mdx", "<Fee />", "<Fees />"],
  ["faqs/06-registration-fee.mdx", "<Fee />", "{fee}"],
  ["pages/terms.mdx", "(/Policy)", "(/policy)"],
  ["pages/terms.mdx", "(/Policy)", "(/Pricing%)"],
  ["faqs/08-internship.mdx", "(/Contact)", "(Contact)"],
  ["pages/about.mdx", "## OUR GOAL", "![](/favicon.svg)\n\n## OUR GOAL"],
  ["pages/about.mdx", "## OUR GOAL", "![A class](/photos/class.jpg)\n\n## OUR GOAL"],
  ["testimonials/01.yaml", "track: devops", "image: /photos/graduate-01.jpg\ntrack: devops"],
])("a link, picture or component in %s to nowhere is found on its line: %j as %j", (path, from, to) => {
  expect(errorsAfter(path, from, to)).toEqual([
    expect.stringContaining(`content/${path}:${lineOf(path, from)} Links and pictures: `),
  ]);
});

test.each<Slip>([
  ["courses/ai-advanced.yaml", "track: ai-fundamentals", "track: ai-fundamental"],
  ["courses/devops-advanced.yaml", "plansOf: devops-full", "plansOf: ai-advanced"],
  ["levels/ai-advanced.yaml", "course: ai-advanced", "course: devops-full"],
  ["catalogue/devops.mdx", "course: devops-full", "course: aws-combined"],
  ["pages/home.yaml", "country: Canada", "country: Canda"],
  ["form-options.yaml", "Hong Kong", "Hongkong"],
  ["pages/catalogue.yaml", "nextCohort: february-2024", "nextCohort: march-2024"],
  ["pages/which-track.yaml", "fits: { devops:", "fits: { devop:"],
])("a name in %s that leads nowhere is found on its line: %j as %j", (path, from, to) => {
  expect(errorsAfter(path, from, to)).toEqual([
    expect.stringContaining(`content/${path}:${lineOf(path, from)} Names that lead nowhere: `),
  ]);
});

test.each<[...Slip, place: string]>([
  [FAQ, "---\nquestion", "question", `${FAQ}:1 Cannot be read: The file must begin with a line ---`],
  [FAQ, "---\n\n", "---\n\n<8 GB of memory\n\n", `${FAQ}:7 Cannot be read: `],
  [FAQ, "order: 2", "order: 1", `${FAQ}:3 Twice the same: order: "1" is in content/faqs/01-`],
  ["courses/devops-advanced.yaml", "plansOf: devops-full", "", "courses/devops-advanced.yaml:4 Fields: type"],
  [COHORT, 'firstClass: "2024-02-26"\n', "", "pages/catalogue.yaml"],
  [COHORT, "26 February 2024", "27 May 2024, cohort 8", `${COHORT}:1 Twice`],
  [COURSE, "name: Full", "latePaymentPolicy: removed-after-a-week\n    name: Full", COURSE],
  ["catalogue/devops.mdx", "course: devops-full\n", "", "catalogue/devops.mdx:2 Fields: course"],
  [LEVEL, "course: ai", `${OWN_COURSE}\ncourse: ai`, `${LEVEL}:3 Fields: own`],
  ["levels/foundational.yaml", "course: devops-foundational", OWN_COURSE, "levels/foundational.yaml:3 Twice"],
  [
    LEVEL,
    "course: ai-advanced",
    OWN_COURSE.replace("order: 1", "order: 77"),
    `${LEVEL}:3 Twice the same: own`,
  ],
  ["mails/due.mdx", "({planName})", "({planNam})", "mails/due.mdx:8 Mails: This mail has no {planNam}."],
  ["mails/changed.mdx", "Something wrong", "[Something](/Pricng) wrong", "mails/changed.mdx:32 Links"],
])("a contradiction in %s is found where it is corrected: %j as %j", (path, from, to, place) => {
  expect(errorsAfter(path, from, to)).toEqual([expect.stringContaining(`content/${place}`)]);
});

test("a cohort cannot have the id of learners who wait for a date", () => {
  const copy = copyOfContent();
  copy.write("cohorts/to-be-announced.yaml", "name: Cohort 12\n");
  expect(lines(copy.check().errors)).toEqual([
    expect.stringMatching(/^content\/cohorts\/to-be-announced\.yaml:1 .*: The file's name is taken/),
  ]);
});

test("a track without levels is no error, and is on the launch list", () => {
  const copy = copyOfContent();
  copy.remove("levels/foundational.yaml");
  copy.remove("levels/advanced.yaml");
  const { errors, notes } = copy.check();
  expect(lines(errors)).toEqual([]);
  expect(lines(notes, "Tracks without levels")).toEqual([
    expect.stringContaining("content/tracks/devops.yaml:1 "),
  ]);
});

test("a file that cannot be read is reported once, not again by each file that refers to it", () => {
  const [from, to] = ["name: Cloud DevOps", "name: Cloud: DevOps"];
  expect(errorsAfter("tracks/devops.yaml", from, to)).toEqual([
    expect.stringMatching(/^content\/tracks\/devops\.yaml:1 Cannot be read/),
  ]);
});

test.each(["#refund-policy", "/favicon.svg", "https://ndpc.gov.ng/"])(
  "the content check accepts a link to a place on the page, to a file, to another website: %s",
  (link) => {
    expect(errorsAfter("pages/terms.mdx", "(/Policy)", `(${link})`)).toEqual([]);
  },
);

test.each([
  ["data-science", false],
  ["about", true],
  ["Data Science", true],
])("a new track's file called %s is refused if its address is another page's: %s", (name, isWrong) => {
  const copy = copyOfContent();
  const { route: _, ...fields } = readEntry("tracks", "devops");
  copy.write(`tracks/${name}.yaml`, stringify({ ...fields, name: "Another Track" }));
  const problem = expect.stringContaining(`content/tracks/${name}.yaml:1 Names that lead nowhere: `);
  expect(lines(copy.check().errors)).toEqual(isWrong ? [problem] : []);
});

test("the content check knows every address of the site, and no other", () => {
  const addresses = siteRoutes(`${root}src/pages/`, { tracks: trackRoutes, levels: entryIds("levels") });
  expect(addresses).toEqual([...routes].sort());
});

test("npm run content:check fails on an error, which it names above the launch list", () => {
  const copy = copyOfContent();
  copy.replace("faqs/08-internship.mdx", "(/Contact)", "(/Contakt)");
  const command = [`${root}scripts/content/content-check.mjs`, copy.folder];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: "utf8" });
  expect(stdout).toMatch(
    /^The content has 1 error\. .*\n\nLinks and pictures \(1\)\n {2}content\/faqs\/08-internship\.mdx:\d+ {2}The link [\s\S]*\n\nProduction waits for/,
  );
  expect(status).toBe(1);
});

test("the content check finds a file that is empty, missing, or read by no page", () => {
  const copy = copyOfContent();
  copy.write("perks/mentorship.yaml", "");
  copy.remove("site.yaml");
  copy.write("faqs/11-new.md", "A question");
  expect(lines(copy.check().errors)).toEqual([
    expect.stringContaining("content/faqs/11-new.md:1 Cannot be read: No page reads this file"),
    expect.stringContaining("content/perks/mentorship.yaml:1 Fields: "),
    expect.stringContaining("content/site.yaml:1 Cannot be read: This file is missing"),
  ]);
});
