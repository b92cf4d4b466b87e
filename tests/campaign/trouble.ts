/** Trouble in one run, drawn before it starts. Times are milliseconds after the first visitor opens the page. */
import type { Random } from "./random.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

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
  /** A worker that ends in the middle of its work. */
  workers: ["ends"],
  queue: ["refuses", "loses", "repeats"],
  smtp: ["is busy", "refuses the credentials", "drops the line", "hangs"],
  database: ["refuses", "loses the answer"],
} as const;

type Fault<Part extends keyof typeof FAULTS> = (typeof FAULTS)[Part][number];
export type LineFault = Fault<"line" | "mail">;

/** Trouble that lasts for a while and strikes now and then. */
export interface Trouble<Kind> {
  readonly from: number;
  readonly until: number;
  readonly chance: number;
  readonly kinds: readonly Kind[];
}

export type Troubles = ReturnType<typeof drawTroubles>;

const NO_TROUBLE = { from: 0, until: 0, chance: 0, kinds: [] };

export function drawTroubles(random: Random) {
  const happens = () => random.chance(0.4);
  const trouble = <Part extends keyof typeof FAULTS>(part: Part, longest: number): Trouble<Fault<Part>> => {
    const kinds: readonly Fault<Part>[] = FAULTS[part];
    if (!happens()) return NO_TROUBLE;
    return {
      from: 0,
      until: random.spread(20 * SECOND, longest),
      chance: random.pick([0.3, 0.6, 1]),
      kinds: random.chance(0.5) ? kinds : [random.pick(kinds)],
    };
  };
  return {
    registration: trouble("line", HOUR),
    mail: trouble("mail", HOUR),
    /** Of all other requests of the browser to the edge. */
    line: trouble("line", 20 * MINUTE),
    /** When the provider's events are sent, after each happened; "shuffled" keeps no order among them. */
    webhooks: random.pick(["early", "late", "twice", "shuffled", "never"]),
    forgedWebhooks: happens() ? [random.spread(SECOND, HOUR), random.spread(SECOND, HOUR)] : [],
    provider: trouble("provider", 5 * HOUR),
    database: [...drawDatabase(random)],
    workers: { ...trouble("workers", HOUR), chance: random.pick([0.01, 0.05]) as number },
    queue: trouble("queue", 3 * HOUR),
    smtp: trouble("smtp", 20 * HOUR),
    /** A member of staff whose mailbox is not known at first, by place; null when all are. */
    unknownMailbox: random.chance(0.05) ? random.between(0, 3) : null,
  };
}

function* drawDatabase(random: Random): Generator<Trouble<Fault<"database">>> {
  for (const often of [0.5, 0.3]) {
    if (!random.chance(often)) continue;
    const from = random.spread(SECOND, 2 * HOUR);
    yield {
      from,
      until: from + random.spread(SECOND, 20 * MINUTE),
      chance: random.pick([0.1, 0.4, 1]),
      kinds: random.pick([["refuses"], ["loses the answer"], FAULTS.database]),
    };
  }
}

/** When an event that happens now is sent, once for each time. */
export function webhookDelays(kind: Troubles["webhooks"], random: Random): number[] {
  const early = () => random.between(0, 50);
  const late = () => random.spread(10 * SECOND, 48 * HOUR);
  switch (kind) {
    case "never":
      return [];
    case "early":
      return [early()];
    case "late":
      return [late()];
    case "twice":
      return [early(), random.chance(0.5) ? early() : late()];
    case "shuffled":
      return random.chance(0.3) ? [late(), late()] : [late()];
  }
}
