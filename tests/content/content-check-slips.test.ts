import { describe, expect, test } from "vitest";
import { errorsAfter, type Slip } from "../fixtures/changed-content.ts";

const course = "courses/ai-advanced.yaml";
const price = "registration: { naira: 0, dollars: 0 }";
const question = "faqs/02-how-long.mdx";

const fields: Slip[] = [
  [
    "a price with a comma",
    course,
    price,
    "registration:\n  naira: 150,000\n  dollars: 0",
    `content/${course}:6 Fields: registration, naira: must be a whole number of naira, without commas or signs, e.g. 15000. Write 150000.`,
  ],
  [
    "a price with a comma, between curly brackets",
    course,
    price,
    "registration: { naira: 150,000, dollars: 0 }",
    `content/${course}:5 Fields: registration, 0: There is no field called 0 here. A price has no comma in it: write 150000, not 150,000.`,
  ],
  [
    "a price with a sign",
    course,
    price,
    "registration:\n  naira: 0\n  dollars: $90",
    `content/${course}:7 Fields: registration, dollars: must be a whole number of dollars, without commas or signs, e.g. 15000. Write 90.`,
  ],
  [
    "a price in one currency only",
    course,
    price,
    "registration: { naira: 0 }",
    `content/${course}:5 Fields: registration, dollars: is missing; it must be a whole number of dollars, without commas or signs, e.g. 15000.`,
  ],
  [
    "a number between quotes",
    course,
    "order: 14",
    'order: "14"',
    `content/${course}:4 Fields: order: must be a number, without a unit, commas, signs or quotes. Write 14 without quotes.`,
  ],
  [
    "a yes where true is meant",
    course,
    "order: 14",
    "order: 14\nonPricingPage: yes",
    `content/${course}:5 Fields: onPricingPage: must be true or false, without quotes. Write true.`,
  ],
  [
    "a field without a value",
    course,
    "name: AI Advanced",
    "name:",
    `content/${course}:1 Fields: name: is missing.`,
  ],
  [
    "a field that is missing, and what belongs there",
    "levels/ai-advanced.yaml",
    "durationMonths: 3\n",
    "",
    "content/levels/ai-advanced.yaml:1 Fields: durationMonths: is missing; it must be a whole number of months, e.g. 3.",
  ],
  [
    "a misspelt field, reported once and not as a missing one too",
    "site.yaml",
    "registrationFee:",
    "registrationFees:",
    "content/site.yaml:26 Fields: registrationFees: There is no field called registrationFees here. Did you mean registrationFee?",
  ],
  [
    "a field that belongs nowhere, with those that exist",
    course,
    "order: 14",
    "order: 14\nzzz: 1",
    `content/${course}:5 Fields: zzz: There is no field called zzz here. The fields here are: name, title, track, type, order, registration, coursePage, plans, plansOf, onPricingPage.`,
  ],
  [
    "a list without dashes",
    "form-options.yaml",
    "  - 27 May 2024, cohort 8",
    "  27 May 2024, cohort 8",
    'content/form-options.yaml:2 Fields: cohorts: must be a list, each thing on a line that begins with a dash. Write a dash and a space before each of its lines: "- 27 May 2024, cohort 8".',
  ],
  [
    "a colon in a line of a list",
    "levels/ai-advanced.yaml",
    "- Laptop\n",
    "- Laptop: a good one\n",
    'content/levels/ai-advanced.yaml:18 Fields: prerequisites, 1st: must be text; put it between "quotes" if it holds only a number or a date. A text that has a colon and a space in it must stand between "quotes".',
  ],
  [
    "an old name spelled as it should have been",
    "catalogue/project-management.mdx",
    "id: project managment",
    "id: project management",
    "content/catalogue/project-management.mdx:2 Fields: id must be one of: devops, solutions_architect, cloud_practitioner, data_analytics_bootcamp, cybersecurity_bootcamp, ai_fundamentals_bootcamp, project managment. A new course leaves it out: its file's name is its name in links. Did you mean project managment?",
  ],
  [
    "a picture without its slash",
    "testimonials/01.yaml",
    "track: devops",
    "track: devops\nimage: photos/ada.jpg",
    'content/testimonials/01.yaml:5 Fields: image must begin with a slash, e.g. "/photos/graduate-01.jpg".',
  ],
];

const day = (typed: string, advice: string): Slip => [
  `a date: ${typed}`,
  "pages/catalogue.yaml",
  '"2024-02-26"',
  typed,
  `content/pages/catalogue.yaml:9 Fields: nextCohortDate: must be a day written year-month-day, e.g. 2024-02-26.${advice}`,
];

const dates: Slip[] = [
  day("26 February 2024", ' Write "2024-02-26".'),
  day("February 26th, 2024", ' Write "2024-02-26".'),
  day("26/02/2024", ' Write "2024-02-26".'),
  // It may be the second of March, or the third of February.
  day("02/03/2024", ""),
  day('"2024-02-31"', ""),
  day("2024", ""),
];

const names: Slip[] = [
  [
    "a track that an answer of /Which-track points to",
    "pages/which-track.yaml",
    "fits: { devops: 2 }",
    "fits: { devop: 2 }",
    'content/pages/which-track.yaml:12 Names that lead nowhere: fits names "devop", but content/tracks has no such file. Did you mean devops or cybersecurity or ai-fundamentals?',
  ],
  [
    "a track by its name in place of its file's",
    "levels/ai-advanced.yaml",
    "track: ai-fundamentals",
    "track: AI Fundamentals",
    'content/levels/ai-advanced.yaml:2 Names that lead nowhere: track is "AI Fundamentals", but content/tracks has no such file. Did you mean ai-fundamentals or data-analytics or devops?',
  ],
  [
    "two letters of a course swapped",
    "levels/ai-advanced.yaml",
    "course: ai-advanced",
    "course: ai-advnaced",
    'content/levels/ai-advanced.yaml:3 Names that lead nowhere: course is "ai-advnaced", but content/courses has no such file. Did you mean ai-advanced or devops-advanced or ai-foundational?',
  ],
  [
    "a track's address spelled as it should have been",
    "catalogue/project-management.mdx",
    "trackRoute: /project-managment",
    "trackRoute: /project-management",
    'content/catalogue/project-management.mdx:8 Names that lead nowhere: trackRoute is "/project-management", but no file of content/tracks has that route. Did you mean /project-managment or /data-analytics or /ai-fundamentals?',
  ],
  [
    "a link to a level that does not exist",
    question,
    "---\n\n",
    "---\n\n[See the weeks](/course/advance).\n\n",
    `content/${question}:7 Links and pictures: The link /course/advance leads to no page. Did you mean /course/advanced or /course/ai-advanced or /Courses?`,
  ],
  [
    "the same name in links twice",
    "catalogue/solutions-architect.mdx",
    "id: solutions_architect",
    "id: devops",
    'content/catalogue/solutions-architect.mdx:2 Twice the same: id: "devops" stands in content/catalogue/devops.mdx:2 too. Each must be the only one.',
  ],
];

describe.each([
  ["a field", fields],
  ["a date", dates],
  ["a name", names],
])("a slip in %s is reported with its file, its line and what would be right:", (_, slips) => {
  test.each(slips)(
    "the content check reports a slip with its file, its line and what would be right: %s",
    (_what, path, from, to, message) => {
      expect(errorsAfter(path, from, to)).toEqual([message]);
    },
  );
});
