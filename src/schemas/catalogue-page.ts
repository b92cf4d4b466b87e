import { z } from "astro/zod";
import { fields, headingAndLead, metaDescription, metaTitle, text } from "~/schemas/prose-fields.ts";

// One YAML reader hands an unquoted date over as a Date, another as text; both mean the same day.
const day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.iso.date({ error: "nextCohortDate must be a day written year-month-day, e.g. 2024-02-26." }),
);

/** `content/pages/catalogue.yaml`: the words of /Courses and the facts that all its courses share. */
export const cataloguePageSchema = fields({
  /** In the browser's tab. */
  title: metaTitle,
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
  ...headingAndLead,
  /** "Level" on every course page. */
  level: text("level", { min: 3, max: 30 }),
  /** "Learning Mode" on every course page. */
  learningMode: text("learningMode", { min: 3, max: 30 }),
  /** First day of the next cohort, year-month-day; given to the pages as text in that form. */
  nextCohortDate: day,
  /**
   * A day still to come is shown as "To Be Decided". `true` says that it is certain, and it is shown.
   */
  nextCohortConfirmed: z
    .boolean({ error: "nextCohortConfirmed must be true or false, without quotes." })
    .default(false),
});
