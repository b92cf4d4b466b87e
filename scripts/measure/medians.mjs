/** @param {number[]} values one at least @returns {number} */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * The median of each figure of several runs.
 * @param {Record<string, number>[]} runs one at least, all with the same figures
 */
export function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}
