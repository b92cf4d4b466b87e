/** Chance that can be repeated, and the troubles that are drawn from it. Times are milliseconds after the run's start. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Random = ReturnType<typeof seededRandom>;

/** The same seed and run give the same numbers. */
export function seededRandom(seed: number, run: number) {
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
    chance: (probability: number) => next() < probability,
    /** A whole number, both ends included. */
    between: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    /** Likewise, where each order of size is as likely as the others: 5 ms, 5 s, 5 hours. */
    spread: (least: number, most: number) => Math.round(least * (most / least) ** next()),
    pick: <const T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

const CUT = ["hangs", "drops the line before it is reached", "drops the line after it is reached"] as const;

/** How each part fails. A number is the status with which a request is refused on its way. */
const FAULTS = {
  line: [...CUT, 503],
  mail: [...CUT, 401, 403, 429, 500],
  provider: [
    "answers 503",
    "answers 429",
    "hangs",
    "drops the line",
    "loses the answer",
    "answers late",
    "answers nonsense",
    "answers in another shape",
  ],
  workers: ["ends in the middle"],
  queue: ["refuses", "loses a job", "redelivers"],
  smtp: ["is busy", "refuses the credentials", "drops the line", "hangs"],
  database: ["refuses", "loses the answer"],
} as const;

type Fault<Part extends keyof typeof FAULTS> = (typeof FAULTS)[Part][number];
export type LineFault = Fault<"line" | "mail">;

/** Trouble that lasts for a while and strikes now and then. */
export interface Trouble<Kind = unknown> {
  readonly from: number;
  readonly until: number;
  readonly chance: number;
  readonly kinds: readonly Kind[];
}

export function drawTroubles(random: Random) {
  const happens = () => random.chance(0.4);
  const trouble = <Part extends keyof typeof FAULTS>(part: Part, longest: number): Trouble<Fault<Part>> => {
    const kinds: readonly Fault<Part>[] = FAULTS[part];
    if (!happens()) return { from: 0, until: 0, chance: 0, kinds };
    return {
      from: 0,
      until: random.spread(20 * SECOND, longest),
      chance: random.pick([0.3, 0.6, 1]),
      kinds: random.chance(0.5) ? kinds : [random.pick(kinds)],
    };
  };
  const databaseTrouble = (often: number): Trouble<Fault<"database">>[] => {
    if (!random.chance(often)) return [];
    const from = random.spread(SECOND, 2 * HOUR);
    const until = from + random.spread(SECOND, 20 * MINUTE);
    const chance = random.pick([0.1, 0.4, 1]);
    return [
      { from, until, chance, kinds: random.pick([["refuses"], ["loses the answer"], FAULTS.database]) },
    ];
  };
  return {
    registration: trouble("line", HOUR),
    mail: trouble("mail", HOUR),
    /** Of all other requests of the browser to the edge, and of webhooks. */
    line: trouble("line", 20 * MINUTE),
    /** When the provider's events are sent, after each happened; "shuffled" keeps no order among them. */
    webhooks: random.pick(["early", "late", "twice", "shuffled", "never"]),
    forgedWebhooks: happens() ? [random.spread(SECOND, HOUR), random.spread(SECOND, HOUR)] : [],
    provider: trouble("provider", 5 * HOUR),
    database: [0.5, 0.3].flatMap(databaseTrouble),
    workers: { ...trouble("workers", HOUR), chance: random.pick([0.01, 0.05]) as number },
    queue: trouble("queue", 3 * HOUR),
    smtp: trouble("smtp", 20 * HOUR),
    /** A member of staff whose mailbox is not known at first, by place; null when all are. */
    unknownMailbox: random.chance(0.05) ? random.between(0, 3) : null,
  };
}
