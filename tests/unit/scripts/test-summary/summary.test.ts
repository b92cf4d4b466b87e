import { expect, test } from "vitest";
import { asMarkdown, asText, type Outcome } from "../../../../scripts/dev/test-summary/summary.ts";

const passed: Outcome = { name: "types", result: "passed", seconds: 12.4, figures: "0 errors in 9 files" };
const failed: Outcome = { name: "unit tests", result: "failed", seconds: 83, figures: "1 failed | 2 passed" };
const skipped: Outcome = { name: "browsers", result: "skipped", seconds: 0, figures: "" };

test("all that passed is in a table with its time", () => {
  expect(asText([passed], 12.4)).toBe(
    "\nSummary\n  passed   types         12 s  0 errors in 9 files\n\nEvery check passed, in 12 s.",
  );
});

test("a failure is named, and what was not run for it is said to be skipped", () => {
  expect(asText([passed, failed, skipped], 95).split("\n").slice(2)).toEqual([
    "  passed   types              12 s  0 errors in 9 files",
    "  failed   unit tests   1 min 23 s  1 failed | 2 passed",
    "  skipped  browsers",
    "",
    "Failed after 1 min 35 s: unit tests. What comes after it was not run.",
  ]);
});

test("Markdown keeps a figure's stroke out of the table's own", () => {
  expect(asMarkdown([failed], 83)).toBe(
    [
      "| check | result | time | figures |",
      "| --- | --- | --- | --- |",
      "| unit tests | failed | 1 min 23 s | 1 failed \\| 2 passed |",
      "",
      "Failed after 1 min 23 s: unit tests.",
      "",
    ].join("\n"),
  );
});
