import { z } from "astro/zod";
import { placeholder, text } from "./prose-fields.ts";

/** How the examples begin. */
const EXAMPLE = /^(here )?a graduate\b/i;

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
  .superRefine((testimonial, context) => {
    if (testimonial.placeholder) return;
    for (const field of ["comment", "name", "role"] as const) {
      if (EXAMPLE.test(testimonial[field])) {
        context.addIssue({
          code: "custom",
          path: [field],
          message: `${field} is still the example's. Write the real one, or keep placeholder: true.`,
        });
      }
    }
  })
  .describe(
    "One graduate's words. Publish only what a real graduate wrote and agreed to. Until then placeholder: true stays, and the page says that these are examples.",
  );
