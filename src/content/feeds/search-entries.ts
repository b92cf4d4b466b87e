import { getCollection } from "astro:content";
import { plainProse } from "~/content/feeds/plain-prose.ts";
import { searchPages } from "~/content/feeds/search-pages.ts";
import { getCatalogue } from "~/content/queries/catalogue.ts";
import { requireSingle } from "~/content/queries/require-single.ts";
import { getSite } from "~/content/queries/site.ts";
import { getTrackCards } from "~/content/queries/track-cards.ts";
import { getLevels, getTracks } from "~/content/queries/tracks.ts";
import { cardHref, levelHref } from "~/domain/catalogue/links.ts";
import { describeTrackWeeks } from "~/domain/catalogue/outline.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { SearchEntry } from "~/domain/search/search-options.ts";

/** All search entries: pages, questions, courses, the tools of /Curriculum, and every week of every level. */
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
