import { getCollection } from "astro:content";
import MiniSearch from "minisearch";
import { getCatalogue } from "~/content/queries/catalogue.ts";
import { requireSingle } from "~/content/queries/require-entry.ts";
import { getSite } from "~/content/queries/site.ts";
import { getLevels, getTrackCards, getTracks } from "~/content/queries/tracks.ts";
import { cardHref, levelHref } from "~/domain/catalogue/links.ts";
import { describeTrackWeeks } from "~/domain/catalogue/outline.ts";
import { myEnrolmentLink } from "~/domain/hosting.ts";
import { formatExact } from "~/domain/money/money.ts";
import { SEARCH_OPTIONS, type SearchEntry } from "~/domain/search/search-options.ts";

type SearchPage = Pick<SearchEntry, "id" | "title" | "text" | "synonyms">;

const MONEY = "price prices cost costs fee fees tuition pay payment payments naira dollars";
const INSTALMENTS = "instalment instalments installment installments monthly";

const pages: readonly SearchPage[] = [
  {
    id: "/Pricing",
    title: "Pricing",
    text: "What every course costs, in naira by card or Paystack, in dollars by PayPal.",
    synonyms: `${MONEY} ${INSTALMENTS}`,
  },
  {
    id: "/Plan",
    title: "Plan the payments",
    text: "Every payment of a plan, with its date.",
    synonyms: `${MONEY} ${INSTALMENTS} calendar`,
  },
  {
    id: "/Signup",
    title: "Register",
    text: "Register for a course and pay the registration fee.",
    synonyms: "enroll enrol enrolment apply join sign up signup form",
  },
  {
    id: "/Cohort",
    title: "Next cohort",
    text: "Dates, class times, and what you need before the first class.",
    synonyms: "start date dates when begin schedule timetable time laptop data",
  },
  {
    id: "/Courses",
    title: "Courses",
    text: "All courses, with price and length.",
    synonyms: "course bootcamp bootcamps training classes track tracks",
  },
  {
    id: "/Compare",
    title: "Compare courses",
    text: "All courses side by side.",
    synonyms: "comparison difference table",
  },
  {
    id: "/Which-track",
    title: "Which track fits me?",
    text: "A few questions that help you choose.",
    synonyms: "choose beginner quiz recommend advice",
  },
  {
    id: "/Contact",
    title: "Contact",
    text: "Message, call or chat with us on WhatsApp.",
    synonyms: "email phone whatsapp help support chat call number",
  },
  {
    id: "/About",
    title: "About us",
    text: "Our story, our goal and our mission.",
    synonyms: "who academy story mission goal",
  },
  {
    id: "/Terms%26Condition",
    title: "Terms and Conditions",
    text: "Payment terms and refunds.",
    synonyms: "refund refunds rules withdraw policy",
  },
  {
    id: "/Policy",
    title: "Privacy Policy",
    text: "What we collect about you, and why.",
    synonyms: "privacy data cookies cookie",
  },
];

const enrolmentPage: SearchPage = {
  id: "/My-enrolment",
  title: "My enrolment",
  text: "What you've paid, your next installment, and your receipts.",
  synonyms: "pay receipt receipts balance owe link login portal",
};

/** Returns the pages, with the words that visitors use for them. */
function searchPages(): SearchEntry[] {
  const listed = myEnrolmentLink() ? [...pages, enrolmentPage] : pages;
  return listed.map((page) => ({ ...page, place: "Pages", kind: "page" }));
}

/** Returns all search entries: pages, questions, courses, tools of /Curriculum, weeks of levels. */
export async function getSearchEntries(): Promise<SearchEntry[]> {
  const [site, faqs, courses, tracks, curriculum, levels] = await Promise.all([
    getSite(),
    getCollection("faqs"),
    getCatalogue(),
    getTrackCards(),
    requireSingle("curriculum"),
    getLevels(),
  ]);
  const { NGN, USD } = site.registrationFee;
  const components = {
    Fee: `${formatExact(NGN)} or ${formatExact(USD)}`,
    ContactEmail: site.email,
    Legal: site.legal.name,
    TrackWeeks: describeTrackWeeks(await getTracks()),
  };
  return [
    ...searchPages(),
    ...faqs.map(({ data, body }) => ({
      id: `/Faqs#faq-${data.order}`,
      title: data.question,
      place: "Questions",
      kind: "question" as const,
      text: plainProse(body ?? "", components),
    })),
    ...courses.map((course) => ({
      id: cardHref(course),
      title: course.title,
      place: "Courses",
      kind: "page" as const,
      text: `${course.description} ${course.outline.join(", ")}`,
    })),
    ...tracks.map(({ href, title, description }) => ({
      id: href,
      title,
      place: "Courses",
      kind: "page" as const,
      text: description,
    })),
    ...curriculum.sections.map(({ id, title, gloss, topics }) => ({
      id: `/Curriculum#${id}`,
      title,
      place: "Cloud DevOps, tool by tool",
      kind: "curriculum" as const,
      text: `${topics.map((topic) => topic.title).join(", ")}. ${gloss}`,
    })),
    ...levels.flatMap((level) =>
      level.curriculum.flatMap(({ weeks }) =>
        weeks.map(({ number, title, topics }) => ({
          id: `${levelHref(level.id)}#week-${number}`,
          title,
          place: `${level.courseName}, week ${number}`,
          kind: "curriculum" as const,
          text: topics.map((topic) => topic.title).join(", "),
        })),
      ),
    ),
  ];
}

/** The longest excerpt, in characters. */
const MAX_EXCERPT = 110;

/** Returns the search index as the site serves it: JSON for `openSearch`. */
export function searchIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(entries.map((entry) => ({ ...entry, excerpt: excerptOf(entry.text) })));
  return JSON.stringify(index);
}

function excerptOf(text: string): string {
  if (text.length <= MAX_EXCERPT) return text;
  return `${text.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, "")} …`;
}

/**
 * Returns the plain text of Markdown: without "**bold**", "[links](/Pricing)" and "- items".
 * @param components texts for the components that an editor may use: { Fee: "N15,000" }
 */
export function plainProse(text: string, components: Readonly<Record<string, string>>): string {
  return text
    .replace(/<([A-Za-z]+)\s*\/>/g, (_, name: string) => components[name] ?? "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:[-*]|\d+\.|#+)\s+/gm, "")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
