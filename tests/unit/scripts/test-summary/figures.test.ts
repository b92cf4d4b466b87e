import { expect, test } from "vitest";
import {
  browserFigures,
  budgetFigures,
  licenceFigures,
  typeFigures,
  unitFigures,
} from "../../../../scripts/dev/test-summary/figures.ts";

test("types: errors and files", () => {
  expect(typeFigures("Result (779 files): \n- 0 errors\n- 0 warnings\n")).toBe("0 errors in 779 files");
});

test("licences: all counts added up", () => {
  expect(
    licenceFigures("  616  MIT\n   55  Apache-2.0\n\nExceptions:\n  axe-core (MPL-2.0, 1): tests\n"),
  ).toBe("671 packages");
});

test("unit tests: as Vitest counts them", () => {
  const closing = (counts: string) => `\n Test Files  90 passed (90)\n      Tests  ${counts}\n`;
  expect(unitFigures(closing("1200 passed (1200)"))).toBe("1200 passed");
  expect(unitFigures(closing("2 failed | 1198 passed (1200)"))).toBe("2 failed, 1198 passed");
});

test("budgets: the heaviest page and how many there are", () => {
  const table =
    "| page | HTML | in all |\n| --- | --- | --- |\n| /Signup | 12.0 | 168.2 |\n| / | 13.0 | 40.1 |\n";
  expect(budgetFigures(table)).toBe("the heaviest of 2 pages: /Signup, 168.2 KB");
});

test("browsers: each engine's own counts, and those that are not there", () => {
  const list = [
    "  ✓   1 [chromium] › tests/e2e/a.spec.ts:1:1 › opens (1.0s)",
    "  ✓   2 [chromium] › tests/e2e/a.spec.ts:9:1 › closes (1.0s)",
    "  ✘   3 [journeys-firefox] › tests/engines/b.spec.ts:1:1 › pays (2.0s)",
    "  ✓   4 [journeys-firefox] › tests/engines/b.spec.ts:9:1 › [chromium] › is read (2.0s)",
    "  1) [journeys-firefox] › tests/engines/b.spec.ts:1:1 › pays ───",
  ].join("\n");
  expect(browserFigures(list, { browser: "chromium 156.0", missing: ["WebKit"] })).toBe(
    "chromium 2 passed; journeys-firefox 1 failed, 1 passed; in chromium 156.0; no WebKit on this machine",
  );
});

test("what printed nothing of the kind has no figures", () => {
  for (const read of [typeFigures, licenceFigures, unitFigures, budgetFigures])
    expect(read("Broken.")).toBe("");
  expect(browserFigures("Broken.", { browser: "chromium 156.0", missing: [] })).toBe("in chromium 156.0");
});
