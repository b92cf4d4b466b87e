/** Trouble in one run, drawn before it begins. Times are milliseconds after the first visitor opens the page. */
import type { Random } from "./random.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How a request on its way ends. */
export type LineFault =
  | { readonly type: "status"; readonly status: number }
  | { readonly type: "hangs" }
  /** The line breaks before the request has arrived, or before the answer is back. */
  | { readonly type: "drops"; readonly when: "before" | "after" };

/** Trouble that lasts for a while and strikes now and then. */
export interface Trouble<Kind> {
  readonly from: number;
  readonly until: number;
  readonly chance: number;
  readonly kinds: readonly Kind[];
}

export type SmtpFault = "is busy" | "refuses the credentials" | "drops the line" | "hangs";
export type ProviderFault =
  | "503"
  | "429"
  | "hangs"
  | "drops the line"
  | "loses the answer"
  | "answers late"
  | "answers nonsense"
  | "answers in another shape";

/** When the provider's events are sent, after each happened; "shuffled" keeps no order among them. */
export type WebhookKind = "early" | "late" | "twice" | "shuffled" | "never";

export interface Troubles {
  readonly registration: Trouble<LineFault>;
  readonly mail: Trouble<LineFault>;
  /** Of all other requests of the browser to the edge. */
  readonly line: Trouble<LineFault>;
  readonly webhooks: WebhookKind;
  readonly forgedWebhooks: readonly number[];
  readonly provider: Trouble<ProviderFault>;
  readonly database: readonly Trouble<"refuses" | "loses the answer">[];
  /** A worker that ends in the middle of its work. */
  readonly workers: Trouble<"ends">;
  readonly queue: Trouble<"refuses" | "loses" | "repeats">;
  readonly smtp: Trouble<SmtpFault>;
  /** A member of staff whose mailbox is not known at first, by place; null when all are. */
  readonly unknownMailbox: number | null;
}

const NO_TROUBLE = { from: 0, until: 0, chance: 0, kinds: [] };

const DROPS: readonly LineFault[] = [
  { type: "hangs" },
  { type: "drops", when: "before" },
  { type: "drops", when: "after" },
];
const LINE_FAULTS: readonly LineFault[] = [...DROPS, { type: "status", status: 503 }];
const MAIL_FAULTS: readonly LineFault[] = [
  ...DROPS,
  ...[401, 403, 429, 500].map((status): LineFault => ({ type: "status", status })),
];
const PROVIDER_FAULTS: readonly ProviderFault[] = [
  "503",
  "429",
  "hangs",
  "drops the line",
  "loses the answer",
  "answers late",
  "answers nonsense",
  "answers in another shape",
];
const WEBHOOKS: readonly WebhookKind[] = ["early", "late", "twice", "shuffled", "never"];

/** A world in which nothing fails. */
export const NO_TROUBLES: Troubles = {
  registration: NO_TROUBLE,
  mail: NO_TROUBLE,
  line: NO_TROUBLE,
  webhooks: "early",
  forgedWebhooks: [],
  provider: NO_TROUBLE,
  database: [],
  workers: NO_TROUBLE,
  queue: NO_TROUBLE,
  smtp: NO_TROUBLE,
  unknownMailbox: null,
};

export function drawTroubles(random: Random): Troubles {
  const happens = () => random.chance(0.4);
  const trouble = <Kind>(kinds: readonly Kind[], longest: number): Trouble<Kind> =>
    happens()
      ? {
          from: 0,
          until: random.spread(20 * SECOND, longest),
          chance: random.pick([0.3, 0.6, 1]),
          kinds: random.chance(0.5) ? kinds : [random.pick(kinds)],
        }
      : NO_TROUBLE;
  return {
    registration: trouble(LINE_FAULTS, HOUR),
    mail: trouble(MAIL_FAULTS, HOUR),
    line: trouble(LINE_FAULTS, 20 * MINUTE),
    webhooks: random.pick(WEBHOOKS),
    forgedWebhooks: happens() ? [random.spread(SECOND, HOUR), random.spread(SECOND, HOUR)] : [],
    provider: trouble(PROVIDER_FAULTS, 5 * HOUR),
    database: [...drawDatabase(random)],
    workers: { ...trouble(["ends"], HOUR), chance: random.pick([0.01, 0.05]) },
    queue: trouble(["refuses", "loses", "repeats"], 3 * HOUR),
    smtp: trouble(["is busy", "refuses the credentials", "drops the line", "hangs"], 20 * HOUR),
    unknownMailbox: random.chance(0.05) ? random.between(0, 3) : null,
  };
}

function* drawDatabase(random: Random): Generator<Troubles["database"][number]> {
  for (const often of [0.5, 0.3]) {
    if (!random.chance(often)) continue;
    const from = random.spread(SECOND, 2 * HOUR);
    yield {
      from,
      until: from + random.spread(SECOND, 20 * MINUTE),
      chance: random.pick([0.1, 0.4, 1]),
      kinds: random.pick([["refuses"], ["loses the answer"], ["refuses", "loses the answer"]] as const),
    };
  }
}

/** When an event that happens now is sent, once for each time. */
export function webhookDelays(kind: WebhookKind, random: Random): number[] {
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
