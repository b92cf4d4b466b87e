/** What happens in one run, drawn before it starts. Times are milliseconds after the first visitor opens the page. */
import type { Day } from "~/domain/dates/day.ts";
import { priceList } from "../fixtures/enrolment.ts";
import { drawAftermath } from "./aftermath.ts";
import type { Browser } from "./browser.ts";
import { drawStories } from "./checkout-stories.ts";
import type { Random } from "./random.ts";
import { DAY, drawTroubles, HOUR, MINUTE, SECOND } from "./trouble.ts";
import { type WholePlan, withWholePlan } from "./whole-plan.ts";

/** What a visitor means to pay. */
export type Want =
  | {
      readonly type: "registration";
      readonly courseId: string;
      /** A plan of several payments, and a cohort that is still to start. */
      readonly inSeveral?: {
        readonly planId: string;
        readonly cohort: string;
        readonly firstClass: Day;
      };
    }
  | { readonly type: "sponsor"; readonly courseId: string }
  | { readonly type: "tuition"; readonly courseId: string; readonly planId: string };

export type Visit = ReturnType<typeof drawVisit>;
export type VisitorPlan = ReturnType<typeof drawVisitor>;
export type Plan = ReturnType<typeof drawFirstPayments>;

/** Of learners. */
export const NAMES: readonly (readonly [string, string])[] = [
  ["Ada", "Obi"],
  ["Chiamaka Ngozi", "Nwosu-Okafor"],
  ["  Tunde ", " O'Brien"],
  ["Ọláyínká", "Adébáyọ̀"],
  ["<b>Ben</b>", "& Sons"],
  ["مريم", "عيسى"],
  ["Ann\tMarie", "Eze"],
  ["Zoë  👩🏾‍💻", 'de "la" Cruz'],
];

/** The last question, the last webhook and the last attempt to deliver have had their time by then. */
export const USUAL_DAYS = 9;
const YEAR = 370;

/** @param start day of the first visit */
export function drawPlan(random: Random, start: Day): Plan {
  const plan = drawFirstPayments(random);
  return plan.days === USUAL_DAYS && random.chance(0.08) ? withWholePlan(plan, random, start) : plan;
}

export function drawFirstPayments(random: Random) {
  const troubles = drawTroubles(random);
  const isYear = random.chance(0.02);
  const visitors = [...drawVisitors(random)];
  const comparesDaily = !isYear && random.chance(0.1);
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
    aftermath: Array.from({ length: 8 }, () =>
      drawAftermath(random, {
        hasWebhooks: troubles.webhooks !== "never",
        isCompared: comparesDaily,
        longest: isYear ? 200 * DAY : 30 * HOUR,
      }),
    ),
    /** How Paystack's payout of each charge ends, in the order in which they are made. */
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
    const want: Want = { courseId: first.want.courseId, type: "sponsor" };
    const opensAt = () => random.spread(MINUTE, 20 * HOUR);
    yield drawVisitor(random, { learner: 0, want, opensAt: opensAt() });
    // The link is opened on another device.
    if (random.chance(0.5)) yield drawVisitor(random, { learner: 0, want, opensAt: opensAt() });
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
export function drawVisitor(random: Random, asked: { learner: number; want: Want; opensAt: number }) {
  const happens = () => random.chance(0.4);
  return {
    ...asked,
    country: (asked.want.type !== "sponsor" && random.chance(0.6)
      ? "Nigeria"
      : "Ghana") as Browser["country"],
    lookup: (random.chance(0.2) ? random.pick(["fails", "hangs"]) : "answers") as Browser["lookup"],
    stories: drawStories(random),
    /** When the first tab is closed or reloaded, after Register was pressed; null when it stays for half an hour. */
    tabEnds: happens()
      ? random.pick([random.spread(200, 20 * SECOND), random.between(10 * SECOND, 3 * MINUTE)])
      : null,
    /** When a second tab of the same page is opened, in which the same is paid for; null when none is. */
    secondTab: random.chance(0.1) ? random.spread(SECOND, 10 * MINUTE) : null,
    /** The later payments of learners with a plan of several; null where only the first is played. */
    wholePlan: null as WholePlan | null,
    visits: [
      ...(random.chance(0.5) ? [drawVisit(random, 1)] : []),
      ...(random.chance(0.5) ? [drawVisit(random, 2 * SECOND)] : []),
    ],
  };
}

function drawVisit(random: Random, soonest: number) {
  return {
    after: random.spread(soonest, 30 * HOUR),
    stays: random.spread(SECOND, 30 * MINUTE),
    /** What the visitor says of a payment whose end neither the page nor the edge knows. */
    says: random.pick(["the truth", "the truth", "a mistake", "nothing"]),
    triesAgain: random.chance(0.3),
  };
}

/** Whether a whole plan is played. */
export const isWholePlan = ({ visitors }: Pick<Plan, "visitors">): boolean =>
  visitors.some(({ wholePlan }) => wholePlan !== null);
