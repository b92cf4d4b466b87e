import { CURRENCIES, formatFull, type Money } from "~/domain/money/money.ts";
import { type PaymentSchedule, percentage, totalOf } from "~/domain/pricing/payment-plan.ts";
import { atOncePlan } from "~/domain/pricing/price-cards.ts";
import { type Course, coursesOf } from "./courses.ts";
import type { Finding, Group } from "./finding.ts";
import { type Content, type FieldPath, findingAt } from "./read-entries.ts";

const FIELD = { NGN: "naira", USD: "dollars" } as const;

/** Prices of the course records that do not fit each other. Any of them may be meant so; none stops the site. */
export function figuresThatDisagree(content: Content): Finding[] {
  const courses = coursesOf(content);
  return [
    ...courses.flatMap((course) => pricesThatDiffer(course, courses)),
    ...courses.flatMap((course) => plansThatDisagree(course)),
  ];
}

function note(
  { entry, at, data }: Course,
  path: FieldPath,
  message: string,
  group: Group = "Figures that disagree",
): Finding {
  return findingAt(entry, [...at, ...path], group, `${data.name}: ${message}`);
}

/** What a course costs on the form, on its own page and on the card for those who pay at once. */
function pricesThatDiffer(course: Course, courses: readonly Course[]): Finding[] {
  const { data } = course;
  const lender = courses.find(({ id }) => id === data.plansOf);
  const card = atOncePlan(data.plans ?? lender?.data.plans ?? []);
  return CURRENCIES.flatMap((currency) => {
    const stated: [string, Money | undefined][] = [
      ["on the registration form", data.registrationPrice?.[currency]],
      ["on its own page", data.registrationPrice ? data.coursePagePrice[currency] : undefined],
      [
        `on the card ${card?.name}${lender ? ` (taken from ${lender.id})` : ""}`,
        card?.schedules[currency].now,
      ],
    ];
    const placesByPrice = Map.groupBy(
      stated.flatMap(([where, price]) => (price ? [{ where, price: formatFull(price) }] : [])),
      ({ price }) => price,
    );
    if (placesByPrice.size < 2) return [];
    const list = [...placesByPrice]
      .map(([price, mentions]) => `${price} ${mentions.map(({ where }) => where).join(" and ")}`)
      .join(", ");
    return [note(course, ["registration", FIELD[currency]], `costs ${list}.`, "Prices that disagree")];
  });
}

function plansThatDisagree(course: Course): Finding[] {
  const { plans = [] } = course.data;
  const card = atOncePlan(plans);
  return plans.flatMap(({ name, schedules }, index) =>
    CURRENCIES.flatMap((currency) => {
      const schedule = schedules[currency];
      if (schedule.later.length === 0) return [];
      const atOnce = card?.schedules[currency].now;
      const path = ["plans", index, FIELD[currency]];
      const slips: [FieldPath, string | null][] = [
        [path, dearerThanAtOnce(schedule, atOnce)],
        [[...path, "percent"], wrongShare(schedule)],
      ];
      return slips.flatMap(([at, slip]) => (slip ? [note(course, at, `${name} ${slip}`)] : []));
    }),
  );
}

/** @param atOnce what the whole tuition costs when it is paid at once */
function dearerThanAtOnce(schedule: PaymentSchedule, atOnce: Money | undefined): string | null {
  const total = totalOf(schedule);
  if (!atOnce || total.minor === atOnce.minor) return null;
  return `comes to ${formatFull(total)}, paying once costs ${formatFull(atOnce)}.`;
}

function wrongShare(schedule: PaymentSchedule): string | null {
  const { now, nowPercent } = schedule;
  const whole = schedule.percentOf ?? totalOf(schedule);
  const share = percentage(now, whole);
  if (share === nowPercent) return null;
  return `says ${nowPercent}% of ${formatFull(whole)} first, but ${formatFull(now)} is ${share}% of it.`;
}
