import { z } from "astro/zod";
import { headingAndLead, listOf, metaDescription, metaTitle, text } from "./prose-fields.ts";

const weight = z.int().min(1).max(3);

const answerSchema = z.strictObject({
  answer: text({ min: 5, max: 60 }).describe(
    "What one can answer: up to 60 characters, without a full stop.",
  ),
  fits: z
    .record(z.string(), weight, { error: "fits must name tracks with weights, e.g. { devops: 2 }." })
    .refine((fits) => Object.keys(fits).length > 0, { error: "fits must name at least one track." })
    .describe(
      "Names of files in content/tracks, each with how strongly the answer points there: { devops: 2, cybersecurity: 1 }.",
    ),
  reason: text({ min: 20, max: 140 })
    .regex(/^You\b/, { error: 'reason must begin with "You".' })
    .describe('Why the answer speaks for these tracks, in one sentence that begins with "You".'),
});

/** `content/pages/which-track.yaml`: the five questions of /Which-track, and what each answer says. */
export const whichTrackPageSchema = z.strictObject({
  title: metaTitle,
  description: metaDescription,
  ...headingAndLead,
  questions: listOf(
    z.strictObject({
      question: text({ min: 10, max: 80 })
        .regex(/\?$/, {
          error: "question must end with a question mark.",
        })
        .describe("A question that ends with a question mark."),
      answers: listOf(answerSchema, { min: 2, max: 5 }).describe(
        "Two to five answers, of which one is chosen.",
      ),
    }),
    { min: 5, max: 5 },
  ).describe("The five questions, in order."),
});
