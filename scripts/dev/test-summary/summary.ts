export interface Outcome {
  readonly name: string;
  readonly result: "passed" | "failed" | "skipped";
  readonly seconds: number;
  /** What it counted, in a few words; "" when there is nothing to say. */
  readonly figures: string;
}

/** A table for the terminal, and below it what failed. @param seconds of all together: some run side by side */
export function asText(outcomes: readonly Outcome[], seconds: number): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map(({ name, result, seconds, figures }) =>
    `  ${result.padEnd(7)}  ${name.padEnd(width)}  ${timeOf(result, seconds).padStart(11)}  ${figures}`.trimEnd(),
  );
  return ["", "Summary", ...lines, "", verdict(outcomes, seconds)].join("\n");
}

/** The same for a page that shows Markdown. */
export function asMarkdown(outcomes: readonly Outcome[], seconds: number): string {
  const rows = outcomes.map(
    ({ name, result, seconds, figures }) =>
      `| ${name} | ${result} | ${timeOf(result, seconds)} | ${figures.replaceAll("|", "\\|")} |`,
  );
  return [
    "| check | result | time | figures |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    verdict(outcomes, seconds),
    "",
  ].join("\n");
}

function timeOf(result: Outcome["result"], seconds: number): string {
  return result === "skipped" ? "" : inWords(seconds);
}

function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function verdict(outcomes: readonly Outcome[], seconds: number): string {
  const failed = outcomes.filter(({ result }) => result === "failed").map(({ name }) => name);
  if (failed.length === 0) return `Every check passed, in ${inWords(seconds)}.`;
  const isCutShort = outcomes.some(({ result }) => result === "skipped");
  const after = isCutShort ? " What comes after it was not run." : "";
  return `Failed after ${inWords(seconds)}: ${failed.join(", ")}.${after}`;
}
