import type { Day } from "~/domain/dates/day.ts";
import { CURRENCIES, type DualPrice, toDecimalString } from "~/domain/money/money.ts";
import { academyReference } from "./academy.ts";
import type { Thing } from "./thing.ts";

/** A course as its page shows it. */
export interface CourseFacts {
  /** The course's own address: a path. */
  readonly href: string;
  readonly name: string;
  readonly description: string;
  readonly level: string;
  /** "8 Weeks", "3 months", or "3 / 4 Months" where two levels differ. */
  readonly duration: string;
  readonly learningMode: string;
  /** First day of the next cohort, while it is announced and not over. */
  readonly startDate: Day | null;
  /** 0: not announced in that currency. */
  readonly price: DualPrice;
  /** Path of the registration. */
  readonly signupHref: string;
  /** Missing where the page does not show them. */
  readonly prerequisites?: readonly string[];
  readonly sections?: readonly { readonly title: string; readonly weeks?: number }[];
}

/** @param academy its name */
export function courseData(course: CourseFacts, academy: string, site: URL): Thing {
  const url = new URL(course.href, site).href;
  const length = readDuration(course.duration);
  return {
    "@type": "Course",
    "@id": `${url}#course`,
    url,
    name: course.name,
    description: course.description,
    provider: academyReference(academy, site),
    inLanguage: "en",
    educationalLevel: course.level,
    ...(course.prerequisites && { coursePrerequisites: course.prerequisites }),
    ...(length && { timeRequired: `P${length.count}${length.unit.letter}` }),
    ...(course.sections && { syllabusSections: course.sections.map(syllabus) }),
    offers: offers(course, site),
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: /\bonline\b/i.test(course.learningMode) ? "Online" : course.learningMode,
      ...(length
        ? {
            courseSchedule: {
              "@type": "Schedule",
              repeatCount: length.count,
              repeatFrequency: length.unit.frequency,
            },
          }
        : { courseWorkload: course.duration }),
      ...(course.startDate && { startDate: course.startDate }),
    },
  };
}

function syllabus({ title, weeks }: { readonly title: string; readonly weeks?: number }): Thing {
  return { "@type": "Syllabus", name: title, ...(weeks && { timeRequired: `P${weeks}W` }) };
}

/** Always "Paid": a registration fee is due even where tuition is not announced; then the offer has no price. */
function offers({ price, signupHref }: CourseFacts, site: URL): Thing[] {
  const offer = { "@type": "Offer", category: "Paid", url: new URL(signupHref, site).href };
  const announced = CURRENCIES.map((currency) => price[currency]).filter(({ minor }) => minor > 0);
  if (announced.length === 0) return [offer];
  return announced.map((money) => ({
    ...offer,
    price: toDecimalString(money),
    priceCurrency: money.currency,
  }));
}

const UNITS = {
  week: { letter: "W", frequency: "Weekly" },
  month: { letter: "M", frequency: "Monthly" },
} as const;

function readDuration(duration: string) {
  const [, count, unit] = /^(\d+) (week|month)s?$/i.exec(duration) ?? [];
  if (!count || !unit) return null;
  return { count: Number(count), unit: UNITS[unit.toLowerCase() as keyof typeof UNITS] };
}
