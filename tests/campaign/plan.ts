/** Chance that can be repeated, and what is drawn from it before a run starts. Times are milliseconds after the run's start. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The last question, the last webhook and the last attempt to deliver have had their time by then. */
export const USUAL_DAYS = 9;
const YEAR = 370;
/** The last payment of a whole plan, and all that follows from it, have had their time by then. */
const WHOLE_DAYS = 225;
/** The time of a learner's first look at My enrolment, when the end of the first payment is known. */
export const FIRST_LOOK = 5 * DAY;

export type Random = ReturnType<typeof seededRandom>;

/** Returns a source of numbers that are the same for the same seed and run. */
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
    /** Draws a number whose order of magnitude is as likely as any other: 5 ms, 5 s, 5 hours. */
    spread: (least: number, most: number) => Math.round(least * (most / least) ** next()),
    pick: <const T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

/** Webhooks come at once, or when nobody waits for them any more. */
const SOON = 50;
const LATE = 48 * HOUR;

const CUT = ["hangs", "drops the line before it is reached", "drops the line after it is reached"] as const;

/** The failures of each part. A number is the status with which a request is refused on its way. */
export const FAULTS = {
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
  portal: ["is down", "cannot be reached", "passes it on later", "hears it twice", "answers too late"],
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

export type Plan = ReturnType<typeof drawPlan>;

/** @param more numbers for what happens in some runs alone: the other runs are the same without it */
export function drawPlan(random: Random, more: Random) {
  /** @param from when it begins where it happens */
  const trouble = <Part extends keyof typeof FAULTS>(
    part: Part,
    longest: number,
    from = 0,
  ): Trouble<Fault<Part>> => {
    const kinds: readonly Fault<Part>[] = FAULTS[part];
    if (!random.chance(0.4)) return { from: 0, until: 0, chance: 0, kinds };
    return {
      from,
      until: from + random.spread(20 * SECOND, longest),
      chance: random.pick([0.1, 0.3, 0.6, 1]),
      kinds: random.chance(0.5) ? kinds : [random.pick(kinds)],
    };
  };
  const isYear = random.chance(0.02);
  const isWhole = !isYear && random.chance(0.08);
  const shortOrYear = isYear ? YEAR : USUAL_DAYS;
  return {
    registration: trouble("line", HOUR),
    mail: trouble("mail", HOUR),
    /** The trouble of all other requests to the edge, and of webhooks. */
    line: trouble("line", 20 * MINUTE),
    /** The latest times at which each event of a provider is sent after it happened, one for each time. */
    webhooks: random.pick<readonly number[]>([[], [SOON], [LATE], [SOON, SOON], [SOON, LATE], [LATE, LATE]]),
    hasForgeries: random.chance(0.4),
    provider: trouble("provider", 5 * HOUR),
    database: [1, 2].map(() => trouble("database", 20 * MINUTE, random.spread(SECOND, 2 * HOUR))),
    workers: { ...trouble("workers", HOUR), chance: random.pick([0.01, 0.05]) as number },
    queue: trouble("queue", 3 * HOUR),
    smtp: trouble("smtp", 20 * HOUR),
    /** A member of staff whose mailbox is not known at first, by place; null when all are. */
    unknownMailbox: random.chance(0.05) ? random.between(0, 3) : null,
    /** Whether all visitors share the network of one campus. */
    sharesAddress: random.chance(0.2),
    hasCrowd: !isWhole && random.chance(0.05),
    /** The time at which a deploy raises prices; `null` when none does. */
    pricesRise: random.chance(0.1) ? random.spread(10 * SECOND, 20 * MINUTE) : null,
    /** Whether Paystack's dashboard adds its fees to the price. */
    payersBearFees: random.chance(0.3),
    /** Whether PayPal's account takes an invoice number twice. */
    takesInvoicesTwice: random.chance(0.3),
    /** Whether the books are compared with the providers' to the end, each day. It takes long. */
    comparesDaily: !isYear && random.chance(0.1),
    /** The day of the first class, where one learner pays a plan of several payments over the months; else null. */
    firstClassIn: isWhole ? random.between(7, 40) : null,
    /** The time at which a deploy takes that day back; `null` when none does. */
    dateTakenBack: isWhole && more.chance(0.15) ? more.between(6, 120) * DAY : null,
    /** The time at which that learner begins to ask for other addresses; `null` when never. */
    movesAfter: isWhole && more.chance(0.3) ? more.spread(MINUTE, 100 * DAY) : null,
    /** Whether another shop takes money on the same accounts. */
    hasOtherShop: more.chance(0.1),
    /** Whether staff give back, withdraw and look at flags. */
    hasDesk: more.chance(0.2),
    days: isWhole ? WHOLE_DAYS : shortOrYear,
    ...drawPortal(more, isWhole),
    /** How many enrolments may use the voucher that all learners have; null where they have none. */
    voucherUses: !isWhole && more.chance(0.15) ? more.between(1, 2) : null,
    /** The time from which other dates are agreed with that learner; `null` when none are. */
    datesAgreedFrom: isWhole && more.chance(0.6) ? more.between(6, 100) * DAY : null,
  };
}

/** Draws the learning portal's troubles: it is down for up to two days, and passes on up to a day late. */
function drawPortal(more: Random, isWhole: boolean) {
  const kinds: readonly Fault<"portal">[] = FAULTS.portal;
  const from = more.chance(0.5) ? 0 : more.spread(MINUTE, 2 * DAY);
  return {
    hasPortal: more.chance(isWhole ? 0.2 : 0.12),
    portalDelay: DAY,
    portal: {
      from,
      until: from + more.spread(HOUR, 2 * DAY),
      chance: more.pick([0.3, 0.6, 1]),
      kinds: more.chance(0.5) ? kinds : [more.pick(kinds)],
    },
  };
}
