/** Prints a row of a Markdown table; after a head, also the line below it. */
export function printRow(cells, { isHead = false } = {}) {
  console.log(`| ${cells.join(" | ")} |`);
  if (isHead) console.log(`|${" --- |".repeat(cells.length)}`);
}

export const seconds = (ms) => (ms / 1000).toFixed(2);

/**
 * Compares the figures of a benchmark with their limits. A figure above its limit is reported, but fails
 * nothing.
 */
export function checkLimits() {
  const messages = [];
  return {
    check(name, figure, limit) {
      if (figure > limit)
        messages.push(`${name} is ${Number(figure.toFixed(3))}, and should be ${limit} at most.`);
    },
    report() {
      console.log(messages.length > 0 ? `\n${messages.join("\n")}` : "\nEverything is within its limit.");
    },
  };
}

/** Measures several times, one after the other, and returns the median of each figure. */
export async function medianOf(count, measure) {
  const runs = [];
  for (let index = 0; index < count; index += 1) runs.push(await measure());
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}
