/** How a learner makes the later payments of a plan, over the months, drawn before the run starts. */
import { addDays, type Day } from "~/domain/dates/day.ts";
import { drawStories } from "./checkout-stories.ts";
import type { Plan, VisitorPlan, Want } from "./plan.ts";
import type { Random } from "./random.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./trouble.ts";

export type LaterPayment = ReturnType<typeof drawLater>;
export type WholePlan = ReturnType<typeof drawWholePlan>;

/** The longest plan has so many payments after the first. */
const LATER = 5;
/** When the learner looks at My enrolment first: how the first payment ended is known by then. */
export const FIRST_LOOK = 5 * DAY;
/** The last payment, and all that follows from it, have had their time by then. */
const WHOLE_DAYS = 225;

/** A run in which one learner registers with a plan of several payments, and makes the later ones. */
export function withWholePlan(plan: Plan, random: Random, start: Day): Plan {
  const [visitor] = plan.visitors;
  if (!visitor) return plan;
  const firstClass = addDays(start, random.between(7, 40));
  const want: Want = {
    type: "registration",
    courseId: "devops-full",
    inSeveral: { planId: "five-installments", cohort: "cohort-9", firstClass },
  };
  const enrolled = mostlyEnrolled(visitor, random);
  // Where money goes back each time, no plan is paid to its end.
  const aftermath = plan.aftermath.map((each) => (random.chance(0.8) ? { ...each, story: null } : each));
  return {
    ...plan,
    visitors: [{ ...enrolled, want, wholePlan: drawWholePlan(random) }],
    crowd: null,
    // Each day of so many months is slow to play: only where nothing else shows what went back.
    comparesDaily: aftermath.some(({ story, isReported }) => story !== null && !isReported),
    aftermath,
    days: WHOLE_DAYS,
  };
}

/** A learner who is not enrolled has nothing more to pay: most are. */
function mostlyEnrolled(visitor: VisitorPlan, random: Random): VisitorPlan {
  const country = random.chance(0.8) ? "Nigeria" : "Ghana";
  if (random.chance(0.2)) return { ...visitor, country, opensAt: 0 };
  return {
    ...visitor,
    country,
    // After most of the first troubles.
    opensAt: random.spread(MINUTE, 5 * HOUR),
    lookup: "answers",
    tabEnds: null,
    stories: { NGN: ["pays"], USD: ["pays"] },
  };
}

export function drawWholePlan(random: Random) {
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

export function drawLater(random: Random, place: number) {
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
