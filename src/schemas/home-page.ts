import { z } from "astro/zod";
import {
  fields,
  headingAndLead,
  listOf,
  metaDescription,
  metaTitle,
  placeholder,
  text,
  titleAndSentence,
} from "./prose-fields.ts";

const fact = fields({
  /** The figure, e.g. "16–24 weeks". */
  value: text("value", { min: 1, max: 14 }),
  /** What it counts. */
  label: text("label", { min: 3, max: 30 }),
});

const video = fields({
  ...headingAndLead,
  /** The part after `v=` in a YouTube address, as `value`; or `placeholder: true` while there is no video. */
  youtubeId: fields({
    /** Eleven letters, digits, - or _, e.g. "dQw4w9WgXcQ". */
    value: text("youtubeId", { max: 11 })
      .regex(/^[\w-]{11}$/, {
        error: "youtubeId must be the 11 characters after v= in the video's address.",
      })
      .optional(),
    placeholder,
  }).refine((id) => id.placeholder || id.value !== undefined, {
    path: ["value"],
    error: "youtubeId is missing. Write it as value, or keep placeholder: true.",
  }),
  /** Shown in the video's place while there is none. */
  pending: text("pending", { min: 20, max: 200 }),
});

const place = fields({
  /** The town, as it is written on a map. */
  city: text("city", { min: 2, max: 40 }),
  /** Its country, by its English name. */
  country: text("country", { min: 2, max: 40 }),
  /** Degrees, north of the equator positive. */
  latitude: z
    .number({ error: "latitude must be a number of degrees." })
    .min(-90, "latitude goes from -90 to 90.")
    .max(90, "latitude goes from -90 to 90."),
  /** Degrees, east of Greenwich positive. */
  longitude: z
    .number({ error: "longitude must be a number of degrees." })
    .min(-180, "longitude goes from -180 to 180.")
    .max(180, "longitude goes from -180 to 180."),
  /** Stays `true` until a graduate is known to work there. */
  placeholder,
});

const metric = fields({
  /** What the counter runs up to. */
  value: z.int({ error: "value must be a whole number." }).min(1, "value must be 1 or more."),
  /** After the figure: "%" or "+". */
  suffix: z.enum(["%", "+"], { error: 'suffix must be "%" or "+", in quotes.' }),
  /** How long the counter takes to get there. */
  seconds: z
    .number({ error: "seconds must be a number." })
    .min(0.5, "seconds must be between 0.5 and 5.")
    .max(5, "seconds must be between 0.5 and 5."),
  /** What the figure counts. */
  label: text("label", { min: 5, max: 60 }),
  /** `true` while the academy has not said what the figure counts. */
  placeholder,
});

/** `content/pages/home.yaml`: the words of the Home page, block by block from top to bottom. */
export const homePageSchema = fields({
  /** In the browser's tab. */
  title: metaTitle,
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
  /** Small notice that appears once over the page. Write it so that it is true for any cohort. */
  popup: fields({
    /** Its heading. */
    title: text("title", { min: 5, max: 60 }),
    /** One or two sentences. */
    text: text("text", { min: 20, max: 240 }),
  }),
  /** First screen: what it is, for whom, what it takes. */
  hero: fields({
    /** Small line above the headline. */
    kicker: text("kicker", { min: 5, max: 40 }),
    ...headingAndLead,
    /** Three figures under the buttons. */
    facts: listOf("facts", fact, { min: 3, max: 3 }),
  }),
  /** Why one should join. */
  whyJoin: fields({
    ...headingAndLead,
    /** Four reasons. */
    points: listOf("points", titleAndSentence, { min: 4, max: 4 }),
  }),
  /** The way from learner to engineer, drawn as stations. */
  career: fields({
    ...headingAndLead,
    /** Four or five stations, in order. */
    stations: listOf("stations", titleAndSentence, { min: 4, max: 5 }),
  }),
  /** Above what graduates say; their words are in content/testimonials. */
  testimonials: fields(headingAndLead),
  /** The film about the academy. */
  video,
  /** The map of where graduates work. */
  alumni: fields({
    ...headingAndLead,
    /** Shown beside the map as long as one of the places is a placeholder. */
    placeholderNote: text("placeholderNote", { min: 20, max: 200 }),
    /** The towns on the map. */
    places: listOf("places", place, { min: 1, max: 30 }),
  }),
  /** Above the DevOps schedule; its modules are in content/schedule. */
  schedule: fields(headingAndLead),
  /** Above what comes with a place; the perks are in content/perks. */
  perks: fields(headingAndLead),
  /** The counters. */
  metrics: fields({
    ...headingAndLead,
    /** Three figures that count up. */
    figures: listOf("figures", metric, { min: 3, max: 3 }),
  }),
  /** Above the questions; they are in content/faqs, with `onHome: true`. */
  faq: fields(headingAndLead),
  /** Above the field for the newsletter. */
  newsletter: fields(headingAndLead),
});
