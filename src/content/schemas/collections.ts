import { z } from "astro/zod";
import { MAIL_NAMES } from "~/domain/mail/learner-mails.ts";
import type { MailTemplate } from "~/domain/mail/mail-template.ts";
import type { MailTheme } from "~/domain/mail/mail-theme.ts";
import { cataloguePageSchema, catalogueSchema } from "./catalogue.ts";
import { cohortSchema } from "./cohort.ts";
import { courseSchema } from "./course.ts";
import { text } from "./fields.ts";
import { homePageSchema, perkSchema, testimonialSchema } from "./home-page.ts";
import { levelSchema } from "./level.ts";
import {
  contactPageSchema,
  curriculumPageSchema,
  faqSchema,
  formOptionsSchema,
  paymentPageSchema,
  signupPageSchema,
  textPageSchema,
  whichTrackPageSchema,
} from "./pages.ts";
import { siteSchema } from "./site.ts";
import { courseModuleSchema } from "./titled-list.ts";
import { trackSchema } from "./track.ts";

/** `content/mails`. The mail is the text below the second `---` line; `mail-loader.ts` reads it. */
export const mailSchema = z
  .strictObject({
    subject: text({ min: 5, max: 90 }).describe(
      "Keep how it begins: people search their mailboxes by it. Names in curly brackets, such as {courseName}, are filled in.",
    ),
    preheader: text({ min: 10, max: 120 }).describe(
      "What a mailbox shows beside the subject: one sentence that says more than the subject does.",
    ),
  })
  .describe(
    "A mail to learners and to whoever pays for them. /sandbox/mails shows each with example values, under npm run dev.",
  );

/** A mail after its loader has parsed it. */
export const loadedMailSchema = mailSchema.extend({
  template: z.custom<MailTemplate>(),
  theme: z.custom<MailTheme>(),
});

/** The files of one kind and their schema. */
export interface Collection<Data> {
  /** The folder's path inside content/; empty for content/ itself. */
  readonly folder: string;
  readonly ending: "yaml" | "mdx";
  /** The names of the required files, without the ending. If left out, every file with the ending is an entry. */
  readonly names?: readonly string[];
  readonly schema: z.ZodType<Data>;
}

const folder = <Data>(name: string, ending: "yaml" | "mdx", schema: z.ZodType<Data>): Collection<Data> => ({
  folder: name,
  ending,
  schema,
});

const single = <Data>(name: string, schema: z.ZodType<Data>, inFolder = ""): Collection<Data> => ({
  ...folder(inFolder, "yaml", schema),
  names: [name],
});

/**
 * Every collection, for Astro (src/content.config.ts), the content check and the visual editor. Nothing here
 * imports Astro, because the last two run without it.
 */
export const collections = {
  site: single("site", siteSchema),
  formOptions: single("form-options", formOptionsSchema),
  signupPage: single("signup", signupPageSchema, "pages"),
  paymentPage: single("payment", paymentPageSchema, "pages"),
  home: single("home", homePageSchema, "pages"),
  contact: single("contact", contactPageSchema, "pages"),
  cataloguePage: single("catalogue", cataloguePageSchema, "pages"),
  whichTrack: single("which-track", whichTrackPageSchema, "pages"),
  curriculum: single("curriculum", curriculumPageSchema, "pages"),
  pages: { ...folder("pages", "mdx", textPageSchema), names: ["about", "terms", "policy"] },
  mails: { ...folder("mails", "mdx", mailSchema), names: MAIL_NAMES },
  courses: folder("courses", "yaml", courseSchema),
  cohorts: folder("cohorts", "yaml", cohortSchema),
  catalogue: folder("catalogue", "mdx", catalogueSchema),
  tracks: folder("tracks", "yaml", trackSchema),
  levels: folder("levels", "yaml", levelSchema),
  schedule: folder("schedule", "yaml", courseModuleSchema),
  faqs: folder("faqs", "mdx", faqSchema),
  perks: folder("perks", "yaml", perkSchema),
  testimonials: folder("testimonials", "yaml", testimonialSchema),
};

/** The fields that name an entry of another collection, each with that collection. */
export const references: Partial<Record<string, keyof typeof collections>> = {
  course: "courses",
  plansOf: "courses",
  fits: "tracks",
  nextCohort: "cohorts",
  track: "tracks",
};
