import type { Crumb } from "~/domain/catalogue/links.ts";
import { isExampleAddress } from "~/domain/contact/email-address.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import type { Day } from "~/domain/dates/day.ts";
import { CURRENCIES, type DualPrice, toDecimalString } from "~/domain/money/money.ts";

/** The academy in `content/site.yaml`, with its `placeholder` marks. */
export interface AcademyFacts extends Pick<SiteFacts, "name" | "mission" | "email"> {
  readonly phones: readonly { readonly dial: string; readonly placeholder: boolean }[];
  readonly links: { readonly linkedin: string; readonly twitter: string; readonly instagram: string };
  /** Whether addresses and links are placeholders. */
  readonly placeholder: boolean;
}

const TYPE = "EducationalOrganization";

/** Returns a reference to the academy, e.g. as a course's provider. */
function academyReference(name: string, site: URL): Thing {
  return { "@type": TYPE, "@id": academyId(site), name, url: new URL("/", site).href };
}

/** Returns the academy and its website, for Home. Placeholders are left out. */
export function academyData(facts: AcademyFacts, site: URL): Thing[] {
  const { name, mission, email, phones, links, placeholder } = facts;
  const isReal = (address: string) => !placeholder && !isExampleAddress(address);
  const profiles = [links.linkedin, links.twitter, links.instagram].filter(isReal);
  const numbers = phones.filter((phone) => !phone.placeholder).map(({ dial }) => dial);
  return [
    {
      ...academyReference(name, site),
      description: mission,
      logo: new URL("/icon-512.png", site).href,
      ...(isReal(email) && { email }),
      ...(numbers.length > 0 && { telephone: numbers }),
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
    { "@type": "WebSite", name, url: new URL("/", site).href, publisher: { "@id": academyId(site) } },
  ];
}

function academyId(site: URL): string {
  return new URL("/#academy", site).href;
}

/** Returns the breadcrumb list from Home to a page. @param trail the pages between */
export function breadcrumbs(trail: readonly Crumb[], page: Crumb, site: URL): Thing {
  const crumbs = [{ href: "/", text: "Home" }, ...trail, page];
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ href, text }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: text,
      item: { "@type": "WebPage", "@id": new URL(href, site).href },
    })),
  };
}

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
  /** The tuition; zero in a currency in which it is not announced. */
  readonly price: DualPrice;
  /** The path of the registration. */
  readonly signupHref: string;
  /** The prerequisites; left out if the page does not show them. */
  readonly prerequisites?: readonly string[];
  readonly sections?: readonly { readonly title: string; readonly weeks?: number }[];
}

/** Returns a course, with its offers and its next cohort. @param academy the academy's name */
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

/**
 * Returns an offer for each currency with an announced tuition, or one without a price. Even that one is "Paid",
 * because the registration fee is due.
 */
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

/**
 * Returns questions with their answers.
 * @param questions the questions, with answers in HTML
 * @param site the origin for links without a host
 */
export function faqPage(
  questions: readonly { readonly question: string; readonly answer: string }[],
  site: URL,
): Thing {
  const root = new URL("/", site).href;
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: {
        "@type": "Answer",
        text: answer.trim().replaceAll(/\n+/g, " ").replaceAll('href="/', `href="${root}`),
      },
    })),
  };
}

/** A schema.org thing as JSON-LD. Its addresses are absolute. */
export interface Thing {
  /** E.g. "Course". */
  readonly "@type": string;
  /** The same on every page that has the same thing. */
  readonly "@id"?: string;
  readonly [property: string]: Value | undefined;
}

export type Value = string | number | Thing | { readonly "@id": string } | readonly Value[];

/**
 * Returns the content of a `<script type="application/ld+json">`, with `<` escaped so that nothing ends the
 * element.
 */
export function toJsonLd(things: readonly Thing[]): string {
  const [first, ...furtherThings] = things;
  const content = furtherThings.length === 0 ? first : { "@graph": things };
  return JSON.stringify({ "@context": "https://schema.org", ...content }).replaceAll("<", "\\u003c");
}
