/** Prints a row of a table in Markdown; after a head, the line that ends it. */
export function printRow(cells, { isHead = false } = {}) {
  console.log(`| ${cells.join(" | ")} |`);
  if (isHead) console.log(`|${" --- |".repeat(cells.length)}`);
}

export const seconds = (ms) => (ms / 1000).toFixed(2);

/**
 * Compares what a benchmark measured with its limits. It reports what is over and fails nothing: a time measured by the
 * clock differs on every machine.
 */
export function limits() {
  const over = [];
  return {
    /** @param limit in the figure's own unit */
    hold(what, figure, limit) {
      if (figure > limit)
        over.push(`${what} is ${Number(figure.toFixed(3))}, and should be ${limit} at most.`);
    },
    report() {
      console.log(over.length > 0 ? `\n${over.join("\n")}` : "\nEverything is within its limit.");
    },
  };
}

/** Measures several times, one after the other. @returns the median of each figure */
export async function medianOf(times, measure) {
  const runs = [];
  for (let index = 0; index < times; index += 1) runs.push(await measure());
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}
