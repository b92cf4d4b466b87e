/** The source of random numbers, and the plan of a run. A plan's times are milliseconds after the run's start. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The days of most runs: enough for the last payment check, webhook and delivery attempt. */
export const USUAL_DAYS = 9;
/** The days of a run in which things happen after many months. */
const YEAR_DAYS = 370;
/** The days of a run in which a learner pays a whole payment plan, with the mails about its last payment. */
const WHOLE_PLAN_DAYS = 225;
/** The time of a learner's first look at My enrolment, when the outcome of the first payment is known. */
export const FIRST_VISIT = 5 * DAY;

export type Random = ReturnType<typeof seededRandom>;

/** Returns a source of random numbers, which are the same for the same seed and run. */
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
    /** Draws a whole number, both limits included. */
    between: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    /** Draws a number of any order of magnitude with equal probability: 5 ms, 5 s, 5 hours. */
    spread: (least: number, most: number) => Math.round(least * (most / least) ** next()),
    pick: <const T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

/** The longest delay of a fast webhook. */
const SOON = 50;
/** The longest delay of a webhook that nobody waits for any more. */
const LATE = 48 * HOUR;

/** The failures of a connection to the edge, before or after the edge is reached. */
const CONNECTION_FAILURES = [
  "hangs",
  "drops the line before it is reached",
  "drops the line after it is reached",
] as const;

/**
 * The faults of each part. "It" in a fault's name is the request. A number is the status with which a request is
 * refused before it reaches the edge.
 */
export const FAULTS = {
  line: [...CONNECTION_FAILURES, 503],
  mail: [...CONNECTION_FAILURES, 401, 403, 429, 500],
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
  portal: ["is down", "cannot be reached", "processes it late", "processes it twice", "answers too late"],
} as const;

type Fault<Part extends keyof typeof FAULTS> = (typeof FAULTS)[Part][number];
export type LineFault = Fault<"line" | "mail">;

/** A period in which requests fail with a probability. */
export interface Trouble<Kind = unknown> {
  readonly from: number;
  readonly until: number;
  readonly chance: number;
  readonly kinds: readonly Kind[];
}

export type Plan = ReturnType<typeof drawPlan>;

/**
 * Draws the plan of a run.
 * @param extra a second source, for the settings that were added later: an old seed still gives the older settings
 */
export function drawPlan(random: Random, extra: Random) {
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
  const lastsYear = random.chance(0.02);
  const paysWholePlan = !lastsYear && random.chance(0.08);
  const otherDays = lastsYear ? YEAR_DAYS : USUAL_DAYS;
  return {
    registration: trouble("line", HOUR),
    mail: trouble("mail", HOUR),
    /** The trouble of all other requests to the edge and of webhooks. */
    line: trouble("line", 20 * MINUTE),
    /** The longest delay of each webhook that a provider sends of an event. */
    webhooks: random.pick<readonly number[]>([[], [SOON], [LATE], [SOON, SOON], [SOON, LATE], [LATE, LATE]]),
    hasForgeries: random.chance(0.4),
    provider: trouble("provider", 5 * HOUR),
    database: [1, 2].map(() => trouble("database", 20 * MINUTE, random.spread(SECOND, 2 * HOUR))),
    workers: { ...trouble("workers", HOUR), chance: random.pick([0.01, 0.05]) as number },
    queue: trouble("queue", 3 * HOUR),
    smtp: trouble("smtp", 20 * HOUR),
    /** The place in `STAFF` of a mailbox that the mail server does not know at first; `null` for none. */
    unknownMailbox: random.chance(0.05) ? random.between(0, 3) : null,
    /** Whether all visitors share the network of one campus. */
    sharesAddress: random.chance(0.2),
    hasCrowd: !paysWholePlan && random.chance(0.05),
    /** The time at which a deploy raises prices; `null` if none does. */
    pricesRise: random.chance(0.1) ? random.spread(10 * SECOND, 20 * MINUTE) : null,
    /** Whether Paystack's dashboard adds its fees to the price. */
    payersBearFees: random.chance(0.3),
    /** Whether PayPal's account accepts an invoice number twice. */
    takesInvoicesTwice: random.chance(0.3),
    /** Whether each day's books are compared with the providers'. Such a run takes long. */
    comparesDaily: !lastsYear && random.chance(0.1),
    /** The days until the first class, in a run in which one learner pays a whole payment plan; else `null`. */
    firstClassIn: paysWholePlan ? random.between(7, 40) : null,
    /** The time at which a deploy withdraws that date; `null` if none does. */
    dateTakenBack: paysWholePlan && extra.chance(0.15) ? extra.between(6, 120) * DAY : null,
    /** The delay from that learner's first visit until a change of the e-mail address starts; `null` for none. */
    changesEmailAfter: paysWholePlan && extra.chance(0.3) ? extra.spread(MINUTE, 100 * DAY) : null,
    /** Whether another shop takes money on the same accounts. */
    hasOtherShop: extra.chance(0.1),
    /** Whether staff refund, withdraw and look at flags. */
    hasDesk: extra.chance(0.2),
    days: paysWholePlan ? WHOLE_PLAN_DAYS : otherDays,
    ...drawPortal(extra, paysWholePlan),
    /** The number of enrolments that may use the learners' voucher; `null` if they have none. */
    voucherUses: !paysWholePlan && extra.chance(0.15) ? extra.between(1, 2) : null,
    /** The time from which staff agree other dates with that learner; `null` for never. */
    datesAgreedFrom: paysWholePlan && extra.chance(0.6) ? extra.between(6, 100) * DAY : null,
  };
}

/** Draws whether there is a learning portal, and its troubles, which last up to two days. */
function drawPortal(random: Random, paysWholePlan: boolean) {
  const kinds: readonly Fault<"portal">[] = FAULTS.portal;
  const from = random.chance(0.5) ? 0 : random.spread(MINUTE, 2 * DAY);
  return {
    hasPortal: random.chance(paysWholePlan ? 0.2 : 0.12),
    portal: {
      from,
      until: from + random.spread(HOUR, 2 * DAY),
      chance: random.pick([0.3, 0.6, 1]),
      kinds: random.chance(0.5) ? kinds : [random.pick(kinds)],
    },
  };
}
