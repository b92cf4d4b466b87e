import { getCollection, render } from "astro:content";
import { initialsOf } from "~/domain/text.ts";
import { requireReference, requireSingle } from "./require-entry.ts";
import { getTracks } from "./tracks.ts";

export const getHome = () => requireSingle("home");

export type Home = Awaited<ReturnType<typeof getHome>>;

/**
 * Returns testimonials in the order of their files' names, each with its track's line colour and the
 * author's initials.
 * @throws Error if one names a track that does not exist
 */
export async function getTestimonials() {
  const [testimonials, tracks] = await Promise.all([getCollection("testimonials"), getCollection("tracks")]);
  return testimonials
    .sort((a, b) => a.id.localeCompare(b.id, "en"))
    .map(({ data }) => {
      const { line } = requireReference(tracks, data.track).data;
      return { ...data, line, initials: initialsOf(data.name) };
    });
}

export type Testimonial = Awaited<ReturnType<typeof getTestimonials>>[number];

/** Returns the modules of the DevOps course, first to last. */
export async function getSchedule() {
  return (await getCollection("schedule")).map(({ data }) => data).sort((a, b) => a.order - b.order);
}

export async function getPerks() {
  return (await getCollection("perks")).map(({ data }) => data).sort((a, b) => a.order - b.order);
}

/** Returns the questions in the editor's order, each with the component that renders its answer. */
export async function getFaqs() {
  const entries = (await getCollection("faqs")).sort((a, b) => a.data.order - b.data.order);
  return Promise.all(
    entries.map(async (entry) => ({ ...entry.data, Answer: (await render(entry)).Content })),
  );
}

/** Returns a text page, with the component that renders it. */
export async function getTextPage(name: "about" | "terms" | "policy") {
  const entry = requireReference(await getCollection("pages"), name);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
}

export async function getWhichTrack() {
  const [page, tracks] = await Promise.all([requireSingle("whichTrack"), getTracks()]);
  return { ...page, tracks };
}
