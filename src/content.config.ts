import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { courseSchema } from "./schemas/course.ts";
import { formOptionsSchema } from "./schemas/form-options.ts";
import { signupPageSchema } from "./schemas/signup-page.ts";
import { siteSchema } from "./schemas/site.ts";

/** One file that holds one record. */
const single = (file: string, base = "./content") => glob({ pattern: file, base });

export const collections = {
  site: defineCollection({ loader: single("site.yaml"), schema: siteSchema }),
  formOptions: defineCollection({ loader: single("form-options.yaml"), schema: formOptionsSchema }),
  signupPage: defineCollection({
    loader: single("signup.yaml", "./content/pages"),
    schema: signupPageSchema,
  }),
  courses: defineCollection({
    loader: glob({ pattern: "*.yaml", base: "./content/courses" }),
    schema: courseSchema,
  }),
};
