import { expect, test } from "vitest";
import { readOptions } from "../../../../scripts/ops/registrations/options.ts";

test("the command line is read", () => {
  expect(readOptions([])).toMatchObject({
    format: "table",
    period: { since: null, until: null },
    status: null,
  });
  expect(
    readOptions([
      "--since",
      "2026-01-01",
      "--until=2026-01-31",
      "--format",
      "csv",
      "--status",
      "short-paid",
      "--flagged",
    ]),
  ).toMatchObject({
    format: "csv",
    period: { since: "2026-01-01", until: "2026-01-31" },
    status: "short-paid",
    flagged: true,
  });
});

test.each([
  [["--since", "yesterday"], "--since is a day such as 2026-01-31, not yesterday."],
  [["--until", "2026-02-30"], "--until is a day such as 2026-01-31, not 2026-02-30."],
  [["--format", "xml"], "--format is one of table, csv, not xml."],
  [["--status", "lost"], "--status is one of unpaid, paid, short-paid, refunded, not lost."],
  [["--sinse", "2026-01-01"], /--sinse/],
])("a slip is reported in words: %j", (args, message) => {
  expect(readOptions(args)).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
});
