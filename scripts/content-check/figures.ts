import { CURRENCIES, formatFull, type Money } from "~/domain/money/money.ts";
import { type PaymentPlan, type PaymentSchedule, totalOf } from "~/domain/pricing/payment-plan.ts";
import { type Course, coursesOf } from "./courses.ts";
import type { Finding } from "./finding.ts";
import type { Content, FieldPath } from "./read-entries.ts";

/** A plan in one currency, with what the whole tuition costs when it is paid at once. */
interface Offer {
  readonly plan: PaymentPlan;
  readonly path: FieldPath;
  readonly schedule: PaymentSchedule;
  readonly atOnce: Money | undefined;
}

const FIELD = { NGN: "naira", USD: "dollars" } as const;
const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Prices of the course records that do not fit each other. Any of them may be meant so; none stops the site. */
export function figuresThatDisagree(content: Content): Finding[] {
  const courses = coursesOf(content);
  return [
    ...courses.flatMap((course) => pricesThatDiffer(course, courses)),
    ...courses.flatMap((course) => plansThatDisagree(course)),
    ...unusualRates(courses),
  ];
}

function note({ entry, at, data }: Course, path: FieldPath, message: string): Finding {
  const group = "Figures that disagree";
  return {
    group,
    file: entry.file,
    line: entry.lineOf([...at, ...path]),
    message: `${data.name}: ${message}`,
  };
}

/** What a course costs on the form, on its own page and on the card for those who pay at once. */
function pricesThatDiffer(course: Course, courses: readonly Course[]): Finding[] {
  const { data } = course;
  const lender = courses.find(({ id }) => id === data.plansOf);
  const card = atOncePlan(data.plans ?? lender?.data.plans);
  return CURRENCIES.flatMap((currency) => {
    const told: [string, Money | undefined][] = [
      ["on the registration form", data.registrationPrice?.[currency]],
      ["on its own page", data.registrationPrice ? data.coursePagePrice[currency] : undefined],
      [
        `on the card ${card?.name}${lender ? ` (taken from ${lender.id})` : ""}`,
        card?.schedules[currency].now,
      ],
    ];
    const placesByPrice = Map.groupBy(
      told.flatMap(([where, price]) => (price ? [{ where, price: formatFull(price) }] : [])),
      ({ price }) => price,
    );
    if (placesByPrice.size < 2) return [];
    const list = [...placesByPrice]
      .map(([price, places]) => `${price} ${places.map(({ where }) => where).join(" and ")}`)
      .join(", ");
    return [note(course, ["registration", FIELD[currency]], `costs ${list}.`)];
  });
}

function atOncePlan(plans: readonly PaymentPlan[] | undefined): PaymentPlan | undefined {
  return plans?.find(({ schedules }) => schedules.NGN.later.length === 0);
}

function plansThatDisagree(course: Course): Finding[] {
  const { plans = [] } = course.data;
  const card = atOncePlan(plans);
  return plans.flatMap((plan, index) =>
    CURRENCIES.flatMap((currency) => {
      const schedule = plan.schedules[currency];
      const path = ["plans", index, FIELD[currency]];
      const offer: Offer = { plan, path, schedule, atOnce: card?.schedules[currency].now };
      return schedule.later.length === 0
        ? []
        : [...dearerThanAtOnce(course, offer), ...wrongShare(course, offer), ...wrongCount(course, offer)];
    }),
  );
}

function dearerThanAtOnce(course: Course, { plan, path, schedule, atOnce }: Offer): Finding[] {
  const total = totalOf(schedule);
  if (!atOnce || total.minor === atOnce.minor) return [];
  const message = `${plan.name} comes to ${formatFull(total)}, paying once costs ${formatFull(atOnce)}.`;
  return [note(course, path, message)];
}

function wrongShare(course: Course, { plan, path, schedule, atOnce }: Offer): Finding[] {
  const { now, nowPercent } = schedule;
  const total = totalOf(schedule);
  const ofTotal = percentOf(now, total);
  if (ofTotal === nowPercent) return [];
  const start = `${plan.name} says ${nowPercent}% first, but ${formatFull(now)} is ${ofTotal}% of the ${formatFull(total)} it comes to`;
  const ofAtOnce = atOnce && atOnce.minor !== total.minor ? percentOf(now, atOnce) : null;
  const end =
    atOnce && ofAtOnce !== null ? ` (${ofAtOnce}% of the ${formatFull(atOnce)} for paying once)` : "";
  return [note(course, [...path, "percent"], `${start}${end}.`)];
}

/** Whole percent, as the cards say it. */
function percentOf(part: Money, whole: Money): number {
  return Math.round((part.minor / whole.minor) * 100);
}

/** "Five Installments" promises five payments. */
function wrongCount(course: Course, { plan, path, schedule }: Offer): Finding[] {
  const [firstWord = ""] = plan.name.toLowerCase().split(" ");
  const promised = NUMBER_WORDS.indexOf(firstWord);
  const payments = schedule.later.length + 1;
  if (promised < 1 || promised === payments) return [];
  const message = `${plan.name} is paid in ${payments} payments in ${FIELD[schedule.now.currency]}: the first and ${schedule.later.length} more.`;
  return [note(course, [...path, "later"], message)];
}

/** Courses whose dollar price stands for more than twice, or less than half, as many naira as that of the others. */
function unusualRates(courses: readonly Course[]): Finding[] {
  const rates = courses.flatMap((course) => {
    const price = course.data.registrationPrice;
    return price && price.USD.minor > 0 ? [{ course, price, rate: price.NGN.minor / price.USD.minor }] : [];
  });
  const usual = rates.map(({ rate }) => rate).sort((a, b) => a - b)[Math.floor((rates.length - 1) / 2)];
  if (usual === undefined) return [];
  return rates
    .filter(({ rate }) => rate > usual * 2 || rate < usual / 2)
    .map(({ course, price, rate }) => {
      const message = `${formatFull(price.NGN)} or ${formatFull(price.USD)} makes ${Math.round(rate)} naira for a dollar; other courses have about ${Math.round(usual)}.`;
      return note(course, ["registration", "dollars"], message);
    });
}
