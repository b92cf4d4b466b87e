/** What happens in one run, drawn before it starts. Times are milliseconds after the run's start. */
import { addDays, type Day } from "~/domain/dates/day.ts";
import { priceList } from "../fixtures/enrolment.ts";
import { drawStories, PAYS } from "./checkout-stories.ts";
import { DAY, drawTroubles, HOUR, type LineFault, MINUTE, type Random, SECOND } from "./trouble.ts";

/** What a visitor means to pay: a registration, which somebody else may pay for, or the tuition of a price card. */
export interface Want {
  readonly type: "registration" | "sponsor" | "tuition";
  readonly courseId: string;
  /** Of a price card, or of a registration with a plan of several payments. */
  readonly planId?: string;
  /** Where a plan of several payments is chosen: one that is still to start. */
  readonly cohort?: { readonly id: string; readonly firstClass: Day };
}

export type VisitorPlan = ReturnType<typeof drawVisitor>;
export type Visit = VisitorPlan["visits"][number];
export type Plan = ReturnType<typeof drawFirstPayments>;
export type Aftermath = Plan["aftermath"][number];
export type LaterPayment = ReturnType<typeof drawLater>;
export type WholePlan = ReturnType<typeof drawWholePlan>;

/** Of learners. */
const NAMES = [
  ["Ada", "Obi"],
  ["Chiamaka Ngozi", "Nwosu-Okafor"],
  ["  Tunde ", " O'Brien"],
  ["Ọláyínká", "Adébáyọ̀"],
  ["<b>Ben</b>", "& Sons"],
  ["مريم", "عيسى"],
  ["Ann\tMarie", "Eze"],
  ["Zoë  👩🏾‍💻", 'de "la" Cruz'],
] as const;

/** What is done about a charge, of all of it or of a part, and how that goes on. */
type Step =
  | readonly ["refund", "all" | "part", ...("processed" | "failed" | "needs-attention")[]]
  | readonly ["dispute", "all" | "part", "won" | "lost"];

const AFTERMATHS: readonly (readonly Step[])[] = [
  [["refund", "all", "processed"]],
  [["refund", "part", "processed"]],
  Array(2).fill(["refund", "part", "processed"]),
  [["refund", "part", "failed"]],
  [["refund", "all", "needs-attention", "processed"]],
  [["dispute", "all", "won"]],
  [["dispute", "all", "lost"]],
  [["dispute", "part", "lost"]],
  [
    ["dispute", "part", "won"],
    ["dispute", "part", "lost"],
  ],
];

/** The last question, the last webhook and the last attempt to deliver have had their time by then. */
export const USUAL_DAYS = 9;
const YEAR = 370;
/** The last payment of a whole plan, and all that follows from it, have had their time by then. */
const WHOLE_DAYS = 225;
/** The longest plan has so many payments after the first. */
const LATER = 5;
/** When a learner looks at My enrolment first: how the first payment ended is known by then. */
export const FIRST_LOOK = 5 * DAY;

/** @param start day of the first visit */
export function drawPlan(random: Random, start: Day): Plan {
  const plan = drawFirstPayments(random);
  return plan.days === USUAL_DAYS && random.chance(0.08) ? withWholePlan(plan, random, start) : plan;
}

/** Whether a whole plan is played. */
export const isWholePlan = ({ visitors }: Plan) => visitors.some(({ wholePlan }) => wholePlan !== null);

function drawFirstPayments(random: Random) {
  const troubles = drawTroubles(random);
  const isYear = random.chance(0.02);
  const visitors = [...drawVisitors(random)];
  const comparesDaily = !isYear && random.chance(0.1);
  const drawAftermath = () => {
    const isReported = troubles.webhooks !== "never" && !(comparesDaily && random.chance(0.8));
    // What neither a webhook nor the books report cannot be known.
    const happens = (isReported || comparesDaily) && random.chance(comparesDaily ? 0.9 : 0.3);
    const longest = isYear ? 200 * DAY : 30 * HOUR;
    return {
      steps: happens ? random.pick(AFTERMATHS) : [],
      /** Whether webhooks report it; where none does, the comparison of the books finds it. */
      isReported,
      /** Before the first step and between the steps. */
      pauses: [longest, 12 * HOUR, 12 * HOUR].map((most) => random.spread(10 * MINUTE, most)),
      /** Of the charge, for a step about a part of it. */
      share: random.pick([0.1, 0.25, 0.5]),
      /** Whether a lost dispute is reported by a refund, too. */
      isRefundReported: random.chance(0.5),
    };
  };
  return {
    ...troubles,
    names: visitors.map(() => random.pick(NAMES)),
    visitors,
    /** Whether all visitors share the network of one campus. */
    sharesAddress: random.chance(0.2),
    /** How many orders and claims come from somebody who pays none of them. */
    crowd: random.chance(0.05) ? { orders: random.between(20, 60), claims: random.between(20, 80) } : null,
    /** When a deploy brings higher prices; null when none does. */
    pricesRise: random.chance(0.1) ? random.spread(10 * SECOND, 20 * MINUTE) : null,
    /** Whether PayPal's account takes an invoice number twice. */
    takesInvoicesTwice: random.chance(0.3),
    /** What happens to the charges, in the order in which they are made. */
    aftermath: Array.from({ length: 8 }, drawAftermath),
    /** How Paystack's payout of each charge ends, likewise. */
    payouts: Array.from({ length: 8 }, () =>
      random.chance(0.7) ? ("failed" as const) : ("success" as const),
    ),
    /** Whether the books are compared with the providers' to the end, each day: it takes long. */
    comparesDaily,
    days: isYear ? YEAR : USUAL_DAYS,
  };
}

function* drawVisitors(random: Random): Generator<VisitorPlan> {
  const first = drawVisitor(random, { learner: 0, want: drawWant(random), opensAt: 0 });
  yield first;
  if (first.want.type === "registration" && random.chance(0.15)) {
    const want: Want = { type: "sponsor", courseId: first.want.courseId };
    const sponsor = () =>
      drawVisitor(random, { learner: 0, want, opensAt: random.spread(MINUTE, 20 * HOUR) });
    yield sponsor();
    // The link is opened on another device.
    if (random.chance(0.5)) yield sponsor();
  }
  const others = random.chance(0.1) ? random.between(1, 4) : 0;
  for (let learner = 1; learner <= others; learner += 1) {
    yield drawVisitor(random, { learner, want: drawWant(random), opensAt: random.between(0, 10 * MINUTE) });
  }
}

function drawWant(random: Random): Want {
  const { registrationCourses, pricingCourses } = priceList;
  if (random.chance(0.75)) return { type: "registration", courseId: random.pick(registrationCourses).id };
  const course = random.pick(pricingCourses.filter(({ plans }) => plans.length > 0));
  return { type: "tuition", courseId: course.id, planId: random.pick(course.plans).id };
}

/** @param asked what is meant to be paid, and for whom, by place among the learners of the run */
function drawVisitor(random: Random, asked: { learner: number; want: Want; opensAt: number }) {
  const happens = () => random.chance(0.4);
  const drawVisit = (soonest: number) => ({
    after: random.spread(soonest, 30 * HOUR),
    stays: random.spread(SECOND, 30 * MINUTE),
    /** What the visitor says of a payment whose end neither the page nor the edge knows. */
    says: random.pick(["the truth", "the truth", "a mistake", "nothing"]),
    triesAgain: random.chance(0.3),
  });
  return {
    ...asked,
    country: asked.want.type !== "sponsor" && random.chance(0.6) ? ("NG" as const) : ("GH" as const),
    /** How the lookup of the location fails; null where it answers. */
    lookup: random.chance(0.2) ? random.pick<LineFault>([500, "hangs"]) : null,
    stories: drawStories(random),
    /** When the first tab is closed or reloaded, after Register was pressed; null when it stays for half an hour. */
    tabEnds: happens()
      ? random.pick([random.spread(200, 20 * SECOND), random.between(10 * SECOND, 3 * MINUTE)])
      : null,
    /** When a second tab of the same page is opened, in which the same is paid for; null when none is. */
    secondTab: random.chance(0.1) ? random.spread(SECOND, 10 * MINUTE) : null,
    /** The later payments of learners with a plan of several; null where only the first is played. */
    wholePlan: null as WholePlan | null,
    visits: [1, 2 * SECOND].flatMap((soonest) => (random.chance(0.5) ? [drawVisit(soonest)] : [])),
  };
}

/** A run in which one learner registers with a plan of several payments, and makes the later ones over the months. */
function withWholePlan(plan: Plan, random: Random, start: Day): Plan {
  const [visitor] = plan.visitors as [VisitorPlan];
  const firstClass = addDays(start, random.between(7, 40));
  const country = random.chance(0.8) ? "NG" : "GH";
  // A learner who is not enrolled has nothing more to pay: most are, and come after most of the first troubles.
  const mostly: Partial<VisitorPlan> = random.chance(0.2)
    ? { opensAt: 0 }
    : {
        opensAt: random.spread(MINUTE, 5 * HOUR),
        lookup: null,
        tabEnds: null,
        stories: { NGN: [PAYS], USD: [PAYS] },
      };
  // Where money goes back each time, no plan is paid to its end.
  const aftermath = plan.aftermath.map((each) => (random.chance(0.8) ? { ...each, steps: [] } : each));
  const wholePlan = drawWholePlan(random);
  return {
    ...plan,
    visitors: [{ ...visitor, country, ...mostly, want: inSeveral("cohort-9", firstClass), wholePlan }],
    crowd: null,
    // Each day of so many months is slow to play: only where nothing else shows what went back.
    comparesDaily: aftermath.some(({ steps, isReported }) => steps.length > 0 && !isReported),
    aftermath,
    days: WHOLE_DAYS,
  };
}

/** A registration with a plan of several payments. */
function inSeveral(id: "cohort-8" | "cohort-9", firstClass: Day): Want {
  return {
    type: "registration",
    courseId: "devops-full",
    planId: "five-installments",
    cohort: { id, firstClass },
  };
}

function drawWholePlan(random: Random) {
  return {
    payments: Array.from({ length: LATER }, (_, place) => drawLater(random, place)),
    /** When the learner stops the reminders: so long after which of them, in turn; null for never. */
    stop: random.chance(0.3)
      ? {
          reminder: random.between(0, 6),
          after: random.spread(MINUTE, 10 * HOUR),
          how: random.pick(["on the page", "in a mail"]),
        }
      : null,
    /** Whether the run's troubles come again on the morning of each reminder, in turn. */
    troubledMornings: Array.from({ length: 3 * LATER }, () => random.chance(0.3)),
  };
}

function drawLater(random: Random, place: number) {
  return {
    /** So many days from the day on which it is due. */
    day: random.pick([-20, -8, -7, -6, -1, 0, 0, 1, 2, 3, 4, 9, 12]) as number,
    // In Lagos, in milliseconds after midnight. Some pay at the moment at which the reminder leaves.
    time: random.chance(0.3)
      ? 9 * HOUR + random.between(0, 10 * MINUTE)
      : random.between(7 * HOUR, 22 * HOUR),
    who: random.pick([
      "the learner",
      "the learner",
      "the learner in two tabs",
      "the learner on two devices",
      "a sponsor",
      "a sponsor and the learner",
    ]),
    /** How long after the first the second one acts. */
    secondAfter: random.spread(SECOND, random.pick([MINUTE, 10 * HOUR])),
    opens: random.pick(["from the browser", "from a mail"]),
    choice: random.pick(["the next", "the next", "the next", "the next", "the next two", "all"]),
    stories: drawStories(random),
    /** Of the sponsor, for a receipt; null where none is given. */
    payerEmail: random.chance(0.5) ? `payer-${place}@example.com` : null,
    /** When the tab is closed or reloaded after it was opened; null when it stays. */
    tabEnds: random.chance(0.3) ? random.spread(SECOND, 5 * MINUTE) : null,
    /** After how long each who does not know how it ended comes back, time after time. */
    returnsAfter: [random.spread(MINUTE, 6 * HOUR), random.spread(HOUR, 30 * HOUR)],
    /** Whether the run's troubles come again. */
    isTroubled: random.chance(0.6),
  };
}
