import { getCollection } from "astro:content";
import { cardHref, levelHref } from "~/domain/catalogue/links.ts";
import { formatExact } from "~/domain/money/money.ts";
import { plainProse } from "~/search/plain-prose.ts";
import type { SearchEntry } from "~/search/site-search.ts";
import { getCatalogue } from "./catalogue.ts";
import { getCurriculum } from "./curriculum.ts";
import { getSite } from "./site.ts";
import { getTrackCards } from "./track-cards.ts";
import { getLevels } from "./tracks.ts";

/** Everything that the search finds: questions, courses, the tools of /Curriculum, and every week of every level. */
export async function getSearchEntries(): Promise<SearchEntry[]> {
  const [site, faqs, courses, tracks, curriculum, levels] = await Promise.all([
    getSite(),
    getCollection("faqs"),
    getCatalogue(),
    getTrackCards(),
    getCurriculum(),
    getLevels(),
  ]);
  const { NGN, USD } = site.registrationFee;
  const components = { Fee: `${formatExact(NGN)} or ${formatExact(USD)}`, ContactEmail: site.email };
  return [
    ...faqs.map(({ data, body }) => ({
      id: `/Faqs#faq-${data.order}`,
      title: data.question,
      place: "Questions",
      text: plainProse(body ?? "", components),
    })),
    ...courses.map((course) => ({
      id: cardHref(course),
      title: course.title,
      place: "Courses",
      text: `${course.description} ${course.outline.join(", ")}`,
    })),
    ...tracks.map(({ href, title, description }) => ({
      id: href,
      title,
      place: "Courses",
      text: description,
    })),
    ...curriculum.sections.map(({ id, title, gloss, topics }) => ({
      id: `/Curriculum#${id}`,
      title,
      place: "Cloud DevOps, tool by tool",
      text: `${topics.map((topic) => topic.title).join(", ")}. ${gloss}`,
    })),
    ...levels.flatMap((level) =>
      level.curriculum.flatMap(({ weeks }) =>
        weeks.map(({ number, title, topics }) => ({
          id: `${levelHref(level.id)}#week-${number}`,
          title,
          place: `${level.courseName}, week ${number}`,
          text: topics.map((topic) => topic.title).join(", "),
        })),
      ),
    ),
  ];
}
