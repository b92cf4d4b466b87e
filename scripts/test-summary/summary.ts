/** What became of one check. */
export interface Outcome {
  readonly name: string;
  readonly result: "passed" | "failed" | "skipped";
  readonly seconds: number;
  /** What it counted, in a few words; "" when there is nothing to say. */
  readonly figures: string;
}

/** A table for the terminal, and below it what failed. */
export function asText(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map(({ name, result, seconds, figures }) =>
    `  ${result.padEnd(7)}  ${name.padEnd(width)}  ${timeOf(result, seconds).padStart(11)}  ${figures}`.trimEnd(),
  );
  return ["", "Summary", ...lines, "", verdict(outcomes)].join("\n");
}

/** The same for a page that shows Markdown. */
export function asMarkdown(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ name, result, seconds, figures }) =>
      `| ${name} | ${result} | ${timeOf(result, seconds)} | ${figures.replaceAll("|", "\\|")} |`,
  );
  return [
    "| check | result | time | figures |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    verdict(outcomes),
    "",
  ].join("\n");
}

function timeOf(result: Outcome["result"], seconds: number): string {
  if (result === "skipped") return "";
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function verdict(outcomes: readonly Outcome[]): string {
  const failed = outcomes.find(({ result }) => result === "failed");
  if (!failed) return "Every check passed.";
  const isCutShort = outcomes.some(({ result }) => result === "skipped");
  return `Failed: ${failed.name}.${isCutShort ? " What comes after it was not run." : ""}`;
}
