/**
 * Compares what a benchmark measured with its limits. It reports what is over and fails nothing: a time measured by the
 * clock differs on every machine.
 */
export function limits() {
  const over = [];
  return {
    /** @param {string} what what was measured @param {number} figure @param {number} limit in the figure's own unit */
    hold(what, figure, limit) {
      if (figure > limit)
        over.push(`${what} is ${Number(figure.toFixed(3))}, and should be ${limit} at most.`);
    },
    /** @param {string} what what was measured @param {number} figure @param {number} limit in the figure's own unit */
    reach(what, figure, limit) {
      if (figure < limit) over.push(`${what} is ${figure}, and should be ${limit} at least.`);
    },
    report() {
      console.log(over.length > 0 ? `\n${over.join("\n")}` : "\nEverything is within its limit.");
    },
  };
}

/**
 * The median of each figure of several runs.
 * @param {Record<string, number>[]} runs one at least, all with the same figures
 */
export function medians(runs) {
  const median = (/** @type {number[]} */ values) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}
