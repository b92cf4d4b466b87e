import { z } from "astro/zod";
import {
  headingAndLead,
  listOf,
  metaDescription,
  metaTitle,
  order,
  photo,
  placeholder,
  text,
  titleAndSentence,
} from "./fields.ts";

const fact = z.strictObject({
  value: text({ min: 1, max: 14 }).describe('The figure, e.g. "16–24 weeks".'),
  label: text({ min: 3, max: 30 }).describe("What it counts."),
});

const video = z.strictObject({
  ...headingAndLead,
  youtubeId: z
    .strictObject({
      value: text({ max: 11 })
        .regex(/^[\w-]{11}$/, {
          error: "youtubeId must be the 11 characters after v= in the video's address.",
        })
        .optional()
        .describe('Eleven letters, digits, - or _, e.g. "dQw4w9WgXcQ".'),
      placeholder,
    })
    .refine((id) => id.placeholder || id.value !== undefined, {
      path: ["value"],
      error: "youtubeId is missing. Write it as value, or keep placeholder: true.",
    })
    .describe(
      'The part after "v=" in a YouTube address, as "value"; or "placeholder: true" while the drawn film stands in for it.',
    ),
});

const place = z.strictObject({
  city: text({ min: 2, max: 40 }).describe("The town, as it is written on a map."),
  country: text({ min: 2, max: 40 }).describe("Its country, by its English name."),
  latitude: z.number().min(-90).max(90).describe("Degrees, north of the equator positive."),
  longitude: z.number().min(-180).max(180).describe("Degrees, east of Greenwich positive."),
  placeholder: placeholder.describe('Stays "true" until a graduate is known to work there.'),
});

const metric = z.strictObject({
  value: z.int().min(1).describe("What the counter runs up to."),
  suffix: z.enum(["%", "+"]).describe('After the figure: "%" or "+".'),
  seconds: z.number().min(0.5).max(5).describe("How long the counter takes to get there."),
  label: text({ min: 5, max: 60 }).describe("What the figure counts."),
  placeholder: placeholder.describe("true while the academy has not said what the figure counts."),
});

/** `content/pages/home.yaml`: the words of the Home page, block by block from top to bottom. */
export const homePageSchema = z.strictObject({
  title: metaTitle,
  description: metaDescription,
  popup: z
    .strictObject({
      title: text({ min: 5, max: 60 }).describe("Its heading, true for any cohort."),
      closingTitle: text({ min: 5, max: 60 }).describe("Its heading in the last week of registration."),
    })
    .describe(
      "Small notice that appears once over the page. What is true of the cohort stands in it by itself.",
    ),
  hero: z
    .strictObject({
      kicker: text({ min: 5, max: 40 }).describe("Small line above the headline."),
      ...headingAndLead,
      facts: listOf(fact, { min: 3, max: 3 }).describe("Three figures under the buttons."),
    })
    .describe("First screen: what it is, for whom, what it takes."),
  whyJoin: z
    .strictObject({
      ...headingAndLead,
      points: listOf(titleAndSentence, { min: 4, max: 4 }).describe("Four reasons."),
      photo: photo.describe("Below the reasons: learners in a class."),
    })
    .describe("Why one should join."),
  career: z
    .strictObject({
      ...headingAndLead,
      stations: listOf(titleAndSentence, { min: 4, max: 5 }).describe("Four or five stations, in order."),
    })
    .describe("The way from learner to engineer, drawn as stations."),
  testimonials: z
    .strictObject({
      ...headingAndLead,
      placeholderNote: text({ min: 20, max: 120 }).describe(
        "Shown once above them as long as one of them is an example.",
      ),
    })
    .describe("Above what graduates say; their words are in content/testimonials."),
  video: video.describe("The film about the academy."),
  alumni: z
    .strictObject({
      ...headingAndLead,
      placeholderNote: text({ min: 20, max: 200 }).describe(
        "Shown beside the map as long as one of the places is an example.",
      ),
      places: listOf(place, { min: 1, max: 30 }).describe("The towns on the map."),
    })
    .describe("The map of where graduates work."),
  schedule: z
    .strictObject(headingAndLead)
    .describe("Above the DevOps schedule; its modules are in content/schedule."),
  perks: z
    .strictObject(headingAndLead)
    .describe("Above what comes with a place; the perks are in content/perks."),
  metrics: z
    .strictObject({
      ...headingAndLead,
      placeholderNote: text({ min: 20, max: 120 }).describe(
        "Shown under the lead while a figure is a placeholder: that it is an example.",
      ),
      figures: listOf(metric, { min: 3, max: 3 }).describe("Three figures that count up."),
    })
    .describe("The counters."),
  faq: z
    .strictObject(headingAndLead)
    .describe('Above the questions; they are in content/faqs, with "onHome: true".'),
  newsletter: z.strictObject(headingAndLead).describe("Above the field for the newsletter."),
});

/** `content/perks`. */
export const perkSchema = z
  .strictObject({
    order,
    icon: z.enum(["terminal", "mentor", "career", "community"]).describe("The drawing above the title."),
    title: text({ min: 5, max: 60 }).describe("Up to 60 characters."),
    description: text({ min: 40, max: 280 }).describe("One to three short sentences: what the learner gets."),
    comingSoon: z
      .boolean()
      .default(false)
      .describe('true adds the words "Coming soon". Leave the line out once the learner can have it.'),
  })
  .describe("One thing that comes with a place. Four show on Home.");

/** The beginning of the names in the example testimonials. */
const EXAMPLE = /^a graduate\b/i;

/** `content/testimonials`; the files show in the order of their names. */
export const testimonialSchema = z
  .strictObject({
    comment: text({ min: 40, max: 400 }).describe(
      "In the graduate's own words, without quotation marks. 400 characters fit a phone's screen.",
    ),
    name: text({ min: 2, max: 60 }).describe(
      "First and last name, or first name only if the graduate prefers.",
    ),
    role: text({ min: 2, max: 60 }).describe(
      'What the person does now, e.g. "Cloud Engineer" or "Certified Cloud Practitioner".',
    ),
    track: text({ min: 2, max: 60 }).describe(
      'The track the person followed: name of a file in "content/tracks", without its ending. Its colour is used for the drawn portrait.',
    ),
    image: text({ min: 5, max: 120 })
      .startsWith("/", { error: 'image must begin with a slash, e.g. "/photos/graduate-01.jpg".' })
      .optional()
      .describe(
        'A photo in the "public" folder, e.g. "/photos/graduate-01.jpg". Without one, initials are drawn.',
      ),
    placeholder: placeholder.describe('Stays "true" until a real graduate\'s text, name and role are in.'),
  })
  .refine(({ placeholder, name }) => placeholder || !EXAMPLE.test(name), {
    path: ["name"],
    error: "name is still the example's. Write the real one, or keep placeholder: true.",
  })
  .describe(
    "One graduate's words. Publish only what a real graduate wrote and agreed to. Until then " +
      "placeholder: true stays, and the page says that these are examples.",
  );
