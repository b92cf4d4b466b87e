import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { catalogueSchema } from "./schemas/catalogue.ts";
import { cataloguePageSchema } from "./schemas/catalogue-page.ts";
import { contactPageSchema } from "./schemas/contact-page.ts";
import { courseSchema } from "./schemas/course.ts";
import { courseModuleSchema } from "./schemas/course-module.ts";
import { curriculumPageSchema } from "./schemas/curriculum-page.ts";
import { faqSchema } from "./schemas/faq.ts";
import { formOptionsSchema } from "./schemas/form-options.ts";
import { homePageSchema } from "./schemas/home-page.ts";
import { levelSchema } from "./schemas/level.ts";
import { paymentPageSchema } from "./schemas/payment-page.ts";
import { perkSchema } from "./schemas/perk.ts";
import { signupPageSchema } from "./schemas/signup-page.ts";
import { siteSchema } from "./schemas/site.ts";
import { testimonialSchema } from "./schemas/testimonial.ts";
import { textPageSchema } from "./schemas/text-page.ts";
import { trackSchema } from "./schemas/track.ts";
import { whichTrackPageSchema } from "./schemas/which-track-page.ts";

/** One file that holds one record. */
const single = (file: string, base = "./content") => glob({ pattern: file, base });

/** A folder in which each file is an entry, named by the file. */
const folder = (name: string, ending: "yaml" | "mdx") =>
  glob({ pattern: `*.${ending}`, base: `./content/${name}` });

export const collections = {
  site: defineCollection({ loader: single("site.yaml"), schema: siteSchema }),
  formOptions: defineCollection({ loader: single("form-options.yaml"), schema: formOptionsSchema }),
  signupPage: defineCollection({
    loader: single("signup.yaml", "./content/pages"),
    schema: signupPageSchema,
  }),
  paymentPage: defineCollection({
    loader: single("payment.yaml", "./content/pages"),
    schema: paymentPageSchema,
  }),
  home: defineCollection({ loader: single("pages/home.yaml"), schema: homePageSchema }),
  contact: defineCollection({ loader: single("pages/contact.yaml"), schema: contactPageSchema }),
  cataloguePage: defineCollection({ loader: single("pages/catalogue.yaml"), schema: cataloguePageSchema }),
  whichTrack: defineCollection({ loader: single("pages/which-track.yaml"), schema: whichTrackPageSchema }),
  curriculum: defineCollection({ loader: single("pages/curriculum.yaml"), schema: curriculumPageSchema }),
  pages: defineCollection({ loader: folder("pages", "mdx"), schema: textPageSchema }),
  courses: defineCollection({ loader: folder("courses", "yaml"), schema: courseSchema }),
  catalogue: defineCollection({ loader: folder("catalogue", "mdx"), schema: catalogueSchema }),
  tracks: defineCollection({ loader: folder("tracks", "yaml"), schema: trackSchema }),
  levels: defineCollection({ loader: folder("levels", "yaml"), schema: levelSchema }),
  schedule: defineCollection({ loader: folder("schedule", "yaml"), schema: courseModuleSchema }),
  faqs: defineCollection({ loader: folder("faqs", "mdx"), schema: faqSchema }),
  perks: defineCollection({ loader: folder("perks", "yaml"), schema: perkSchema }),
  testimonials: defineCollection({ loader: folder("testimonials", "yaml"), schema: testimonialSchema }),
};
