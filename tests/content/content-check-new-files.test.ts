import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { copyOfContent, errorsAfter, lines, type Slip } from "../fixtures/changed-content.ts";
import { readEntry } from "../fixtures/content-entries.ts";

const files: Slip[] = [
  [
    "neither the name of a course nor one of its own",
    "catalogue/devops.mdx",
    "course: devops-full\n",
    "",
    "content/catalogue/devops.mdx:2 Fields: course is missing. Write the name of a file in content/courses, or ownCourse with the price itself.",
  ],
  [
    "a course and one of its own",
    "levels/ai-advanced.yaml",
    "course: ai-advanced",
    "course: ai-advanced\nownCourse: { name: AI at work, title: AI at work, order: 30, registration: { naira: 1, dollars: 1 } }",
    "content/levels/ai-advanced.yaml:4 Fields: ownCourse: has both course and ownCourse; keep one of them.",
  ],
  [
    "a course of its own in another one's place",
    "levels/foundational.yaml",
    "course: devops-foundational",
    "ownCourse: { name: AI at work, title: AI at work, order: 1, registration: { naira: 1, dollars: 1 } }",
    'content/levels/foundational.yaml:3 Twice the same: ownCourse, order: "1" is in content/courses/devops-full.yaml:5 too. Each must be the only one.',
  ],
];

describe.each([["what a file is sold as", files]])(
  "a slip in %s is reported with its file, its line and what would be right:",
  (_, slips) => {
    test.each(slips)(
      "the content check reports a slip with its file, its line and what would be right: %s",
      (_what, path, from, to, message) => {
        expect(errorsAfter(path, from, to)).toEqual([message]);
      },
    );
  },
);

describe("a new track whose file has a name", () => {
  const errorsOf = (name: string) => {
    const copy = copyOfContent();
    const { route: _, ...fields } = readEntry("tracks", "devops");
    copy.write(`tracks/${name}.yaml`, stringify({ ...fields, name: "Another Track" }));
    return lines(copy.check().errors);
  };

  test("a new track whose file has a name of its own is right", () => {
    expect(errorsOf("data-science")).toEqual([]);
  });

  test.each(["about", "faq", "terms"])(
    "a new track whose file has a name that leads elsewhere, %s, is reported",
    (name) => {
      expect(errorsOf(name)).toEqual([
        `content/tracks/${name}.yaml:1 Names that lead nowhere: The track's address would be /${name}, which another page has. Rename the file.`,
      ]);
    },
  );

  test("a new track whose file has a name that is no address is reported", () => {
    expect(errorsOf("Data Science")).toEqual([
      "content/tracks/Data Science.yaml:1 Names that lead nowhere: The file's name is the track's address: write it in small letters, digits and hyphens, e.g. data-science.yaml.",
    ]);
  });
});
