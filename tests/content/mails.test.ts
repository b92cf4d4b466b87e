import { describe, expect, test } from "vitest";
import { MAIL_NAMES } from "~/domain/mail/learner-mails.ts";
import { copyOfContent, errorsAfter, lines } from "../fixtures/changed-content.ts";

describe("the content check reads the mails", () => {
  test.each([
    [
      "a name that is not known, in the text",
      "mails/due.mdx",
      "({planName})",
      "({planNam})",
      "content/mails/due.mdx:8 Mails: This mail has no {planNam}.",
    ],
    [
      "a name that is not known, in the subject",
      "mails/link.mdx",
      "Your link to My enrolment",
      "Your link for {learner}",
      "content/mails/link.mdx:2 Mails: This mail has no {learner}.",
    ],
    [
      "program code",
      "mails/overdue.mdx",
      "{lateRule.words}",
      "{lateRule.words.trim()}",
      "content/mails/overdue.mdx:14 Mails: {lateRule.words.trim()} is program code.",
    ],
    [
      "a mail that can not be stopped",
      "mails/due-soon.mdx",
      "[Stop reminders]({stopLink})",
      "Tell us",
      "content/mails/due-soon.mdx:5 Mails: {stopLink} is missing.",
    ],
    [
      "a page that does not exist",
      "mails/changed.mdx",
      "Something wrong",
      "[Something](/Pricng) wrong",
      "content/mails/changed.mdx:32 Links and pictures: The link /Pricng leads to no page.",
    ],
    [
      "a field that is too long",
      "mails/link.mdx",
      'preheader: "',
      `preheader: "${"so ".repeat(50)}`,
      "content/mails/link.mdx:3 Fields: preheader: ",
    ],
  ])("a slip in a mail stops the build, with file and line in words: %s", (_, path, from, to, told) => {
    const errors = errorsAfter(path, from, to);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(told), errors[0]).toBe(true);
  });

  test("a mail that is missing stops the build", () => {
    const copy = copyOfContent();
    for (const name of MAIL_NAMES) copy.remove(`mails/${name}.mdx`);
    expect(lines(copy.check().errors).sort()).toEqual(
      MAIL_NAMES.map(
        (name) =>
          `content/mails/${name}.mdx:1 Cannot be read: This file is missing, and pages cannot be made without it.`,
      ).sort(),
    );
  });
});
