// The figures of each check, read from what it printed. They are for people: whether a check passed, its exit code says,
// and where nothing is found nothing is said.

/** "0 errors, 779 files", from what `astro check` says at its end. */
export function typeFigures(output: string): string {
  const [, files, errors] = /Result \((\d+) files\):\s*- (\d+) errors?/.exec(output) ?? [];
  return files ? `${errors} errors in ${files} files` : "";
}

/** "784 packages", the counts of all licences added up. */
export function licenceFigures(output: string): string {
  const counts = Array.from(output.matchAll(/^ *(\d+) {2}\S.*$/gm), ([, count]) => Number(count));
  return counts.length > 0 ? `${counts.reduce((sum, count) => sum + count)} packages` : "";
}

/** "1200 passed", or "2 failed, 1198 passed", from Vitest's closing line. */
export function unitFigures(output: string): string {
  const [, counts = ""] = /^\s*Tests\s+(.+?) \(\d+\)$/m.exec(output) ?? [];
  return counts.replaceAll(" | ", ", ");
}

/** "the heaviest of 34 pages: /Signup, 168.2 KB"; the budget's table has it first. */
export function budgetFigures(output: string): string {
  const rows = output.match(/^\| \/.*\|$/gm) ?? [];
  const cells = rows[0]?.split("|").map((cell) => cell.trim()) ?? [];
  return rows.length > 0 ? `the heaviest of ${rows.length} pages: ${cells[1]}, ${cells.at(-2)} KB` : "";
}

/**
 * "chromium 619 passed; journeys-firefox 1 failed, 10 passed; in chromium-headless-shell 156.0; no WebKit on this
 * machine", from the lines of Playwright's list.
 * @param where the Chromium that was driven, and engines that are not on this machine
 */
export function browserFigures(
  output: string,
  { browser, missing }: { readonly browser: string; readonly missing: readonly string[] },
): string {
  const counts = new Map<string, { passed: number; failed: number }>();
  for (const [, mark, project = ""] of output.matchAll(/^\s*([✓✘])\s+\d+ \[([\w-]+)\] ›/gm)) {
    const count = counts.get(project) ?? { passed: 0, failed: 0 };
    count[mark === "✓" ? "passed" : "failed"] += 1;
    counts.set(project, count);
  }
  const each = Array.from(counts, ([project, { passed, failed }]) =>
    failed > 0 ? `${project} ${failed} failed, ${passed} passed` : `${project} ${passed} passed`,
  );
  return [...each, `in ${browser}`, ...missing.map((name) => `no ${name} on this machine`)].join("; ");
}
