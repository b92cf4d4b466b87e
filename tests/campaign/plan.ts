/** What goes wrong in one enrolment, drawn before it begins. Times are milliseconds after the visitor opens the page. */
import { registrationCourses } from "../fixtures/enrolment.ts";
import type { Random } from "./random.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What becomes of a request on its way. */
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

/** How a visitor's try at the checkout goes. */
export type CheckoutStory =
  | "pays"
  | "closes it"
  | "is declined"
  | "code does not load"
  | "never appears"
  | "fails after the charge"
  | "closed after the charge, which Paystack knows"
  | "closed after the charge, which nobody knows"
  | "says nothing after the charge"
  | "transfer arrives later"
  | "transfer never arrives"
  | "fails after the agreement"
  | "says nothing after the agreement"
  | "capture's answer is lost"
  | "capture in trouble";

const PAYSTACK_STORIES: readonly CheckoutStory[] = [
  "pays",
  "pays",
  "pays",
  "pays",
  "pays",
  "pays",
  "closes it",
  "is declined",
  "code does not load",
  "never appears",
  "fails after the charge",
  "closed after the charge, which Paystack knows",
  "closed after the charge, which nobody knows",
  "says nothing after the charge",
  "transfer arrives later",
  "transfer never arrives",
];
const PAYPAL_STORIES: readonly CheckoutStory[] = [
  "pays",
  "pays",
  "pays",
  "pays",
  "pays",
  "closes it",
  "is declined",
  "code does not load",
  "never appears",
  "fails after the agreement",
  "says nothing after the agreement",
  "capture's answer is lost",
  "capture in trouble",
];
/** After these the browser knows, or will ask: the visitor alone can tell the academy. */
const TOLD_BY_VISITOR: readonly CheckoutStory[] = ["pays", "says nothing after the charge"];

export interface Visit {
  readonly after: number;
  readonly stays: number;
  /** What the visitor says of a payment whose end nobody saw. */
  readonly says: "the truth" | "a mistake" | "nothing";
  readonly triesAgain: boolean;
}

export type SmtpFault = "is busy" | "refuses the credentials" | "drops the line" | "hangs";
export type ProviderFault = "503" | "hangs" | "drops the line" | "loses the answer";

export interface Plan {
  readonly country: "Nigeria" | "Ghana";
  readonly lookup: "answers" | "fails" | "hangs";
  readonly courseId: string;
  readonly names: readonly [first: string, last: string];
  readonly announcement: Trouble<LineFault>;
  readonly stories: { readonly NGN: readonly CheckoutStory[]; readonly USD: readonly CheckoutStory[] };
  readonly mail: Trouble<LineFault>;
  /** Of all other requests of the browser to the edge. */
  readonly line: Trouble<LineFault>;
  /** When the first tab is closed or reloaded, after Register was pressed; null when it stays for half an hour. */
  readonly tabEnds: number | null;
  readonly visits: readonly Visit[];
  /** When each event of the provider's is sent, after it happened; empty when none ever is. */
  readonly webhooks: readonly number[];
  readonly forgedWebhooks: readonly number[];
  readonly provider: Trouble<ProviderFault>;
  readonly database: readonly Trouble<"refuses" | "loses the answer">[];
  /** A worker that ends in the middle of its work. */
  readonly workers: Trouble<"ends">;
  readonly queue: Trouble<"refuses" | "loses" | "repeats">;
  readonly smtp: Trouble<SmtpFault>;
  /** A member of staff whose mailbox is not known at first, by place; null when all are. */
  readonly unknownMailbox: number | null;
  /** Nobody can hear of a charge that nothing tells of: one of these gets through. */
  readonly wayOpen: "webhook" | "announcement" | "visitor";
}

const NAMES: readonly (readonly [string, string])[] = [
  ["Ada", "Obi"],
  ["Chiamaka Ngozi", "Nwosu-Okafor"],
  ["  Tunde ", " O'Brien"],
  ["Ọláyínká", "Adébáyọ̀"],
  ["<b>Ben</b>", "& Sons"],
  ["مريم", "عيسى"],
  ["Ann\tMarie", "Eze"],
  ["Zoë  👩🏾‍💻", 'de "la" Cruz'],
];

const NO_TROUBLE = { from: 0, until: 0, chance: 0, kinds: [] };

export function drawPlan(random: Random): Plan {
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
  const country = random.chance(0.7) ? "Nigeria" : "Ghana";
  const wayOpen = random.pick(["webhook", "announcement", "visitor"] as const);
  const stories = (all: readonly CheckoutStory[]) => [random.pick(all), random.pick(all), random.pick(all)];
  const isVisitors = wayOpen === "visitor";
  // Whoever is mistaken must have been heard before: by then no announcement fails any more.
  const visit = (soonest: number): Visit => {
    const drawn = drawVisit(random, soonest);
    const isTooSoon = isVisitors && drawn.says === "a mistake" && drawn.after < 3 * HOUR;
    return isTooSoon ? { ...drawn, says: "nothing" } : drawn;
  };
  const returning: Visit[] = isVisitors
    ? [
        {
          after: random.spread(3 * HOUR, 60 * HOUR),
          stays: 30 * MINUTE,
          says: "the truth",
          triesAgain: false,
        },
      ]
    : [];
  return {
    country,
    lookup: random.chance(0.2) ? random.pick(["fails", "hangs"]) : "answers",
    courseId: random.pick(registrationCourses).id,
    names: random.pick(NAMES),
    announcement: wayOpen === "announcement" ? NO_TROUBLE : trouble(LINE_FAULTS, HOUR),
    stories: {
      NGN: stories(isVisitors ? TOLD_BY_VISITOR : PAYSTACK_STORIES),
      USD: stories(PAYPAL_STORIES),
    },
    mail: trouble(MAIL_FAULTS, HOUR),
    line: trouble(LINE_FAULTS, 20 * MINUTE),
    tabEnds: happens()
      ? random.pick([random.spread(200, 20 * SECOND), random.between(10 * SECOND, 3 * MINUTE)])
      : null,
    visits: [
      ...(random.chance(0.5) ? [visit(1)] : []),
      ...(random.chance(0.5) ? [visit(2 * SECOND)] : []),
      ...returning,
    ],
    webhooks: drawWebhooks(random, wayOpen),
    forgedWebhooks: happens() ? [random.spread(SECOND, HOUR), random.spread(SECOND, HOUR)] : [],
    provider: trouble(["503", "hangs", "drops the line", "loses the answer"], 5 * HOUR),
    database: [...drawDatabase(random)],
    workers: { ...trouble(["ends"], HOUR), chance: random.pick([0.01, 0.05]) },
    queue: trouble(["refuses", "loses", "repeats"], 3 * HOUR),
    smtp: trouble(["is busy", "refuses the credentials", "drops the line", "hangs"], 20 * HOUR),
    unknownMailbox: random.chance(0.05) ? random.between(0, 3) : null,
    wayOpen,
  };
}

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

function drawVisit(random: Random, soonest: number): Visit {
  return {
    after: random.spread(soonest, 60 * HOUR),
    stays: random.spread(SECOND, 30 * MINUTE),
    says: random.pick(["the truth", "the truth", "a mistake", "nothing"]),
    triesAgain: random.chance(0.3),
  };
}

function drawWebhooks(random: Random, wayOpen: Plan["wayOpen"]): number[] {
  const early = () => random.between(0, 50);
  const late = () => random.spread(10 * SECOND, 48 * HOUR);
  const kind = random.pick(["early", "late", "twice", "never"]);
  if (kind === "never" && wayOpen !== "webhook") return [];
  if (kind === "twice") return [early(), random.chance(0.5) ? early() : late()];
  return [kind === "late" ? late() : early()];
}

function* drawDatabase(random: Random): Generator<Plan["database"][number]> {
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
