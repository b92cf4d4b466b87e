import type { z } from "astro/zod";
import { catalogueSchema } from "~/schemas/catalogue.ts";
import { cataloguePageSchema } from "~/schemas/catalogue-page.ts";
import { contactPageSchema } from "~/schemas/contact-page.ts";
import { courseSchema } from "~/schemas/course.ts";
import { courseModuleSchema } from "~/schemas/course-module.ts";
import { curriculumPageSchema } from "~/schemas/curriculum-page.ts";
import { faqSchema } from "~/schemas/faq.ts";
import { formOptionsSchema } from "~/schemas/form-options.ts";
import { homePageSchema } from "~/schemas/home-page.ts";
import { levelSchema } from "~/schemas/level.ts";
import { paymentPageSchema } from "~/schemas/payment-page.ts";
import { perkSchema } from "~/schemas/perk.ts";
import { signupPageSchema } from "~/schemas/signup-page.ts";
import { siteSchema } from "~/schemas/site.ts";
import { testimonialSchema } from "~/schemas/testimonial.ts";
import { textPageSchema } from "~/schemas/text-page.ts";
import { trackSchema } from "~/schemas/track.ts";
import { whichTrackPageSchema } from "~/schemas/which-track-page.ts";

/** Files of one kind, and the schema they answer to. */
export interface Collection<Data> {
  /** Inside content/; empty for content/ itself. */
  readonly folder: string;
  readonly ending: "yaml" | "mdx";
  /** The files that must be there, without their ending. Without it, every file with the ending is an entry. */
  readonly names?: readonly string[];
  readonly schema: z.ZodType<Data>;
}

const folder = <Data>(name: string, ending: "yaml" | "mdx", schema: z.ZodType<Data>): Collection<Data> => ({
  folder: name,
  ending,
  schema,
});

const single = <Data>(name: string, schema: z.ZodType<Data>, inFolder = ""): Collection<Data> => ({
  folder: inFolder,
  ending: "yaml",
  names: [name],
  schema,
});

/** The collections of src/content.config.ts, which only Astro can load. A test holds the two together. */
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
  courses: folder("courses", "yaml", courseSchema),
  catalogue: folder("catalogue", "mdx", catalogueSchema),
  tracks: folder("tracks", "yaml", trackSchema),
  levels: folder("levels", "yaml", levelSchema),
  schedule: folder("schedule", "yaml", courseModuleSchema),
  faqs: folder("faqs", "mdx", faqSchema),
  perks: folder("perks", "yaml", perkSchema),
  testimonials: folder("testimonials", "yaml", testimonialSchema),
};
