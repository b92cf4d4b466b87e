import { expect, test } from "vitest";
import { errorsAfter } from "../fixtures/changed-content.ts";

test.each([
  ["mails/due.mdx", "({planName})", "({planNam})", "8 Mails: This mail has no {planNam}."],
  [
    "mails/link.mdx",
    "Your link to My enrolment",
    "Your link for {learner}",
    "2 Mails: This mail has no {learner}.",
  ],
  [
    "mails/changed.mdx",
    "Something wrong",
    "[Something](/Pricng) wrong",
    "32 Links and pictures: The link /Pricng",
  ],
])("a slip in %s stops the build, with its line in words: %j as %j", (path, from, to, words) => {
  expect(errorsAfter(path, from, to)).toEqual([expect.stringContaining(`content/${path}:${words}`)]);
});
