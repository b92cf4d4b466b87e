/** Chance that can be repeated: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** Likewise, where each order of size is as likely as the others: 5 ms, 5 s, 5 hours. */
  spread(least: number, most: number): number;
  pick<const T>(list: readonly T[]): T;
}

export function seededRandom(seed: number, run: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(run + 1, 0xc2b2ae35);
  // mulberry32, public domain: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    spread: (least, most) => Math.round(least * (most / least) ** next()),
    pick: (list) => {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
  };
}

/** Nothing that may happen does, and of several ways things go the first. */
export const QUIET: Random = {
  next: () => 0,
  chance: () => false,
  between: (least) => least,
  spread: (least) => least,
  pick: (list) => list[0] as (typeof list)[number],
};
