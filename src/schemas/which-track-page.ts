import { z } from "astro/zod";
import { fields, headingAndLead, listOf, metaDescription, metaTitle, text } from "./prose-fields.ts";

const weight = z
  .int({ error: "the weight of a track must be 1, 2 or 3." })
  .min(1, "the weight of a track must be 1, 2 or 3.")
  .max(3, "the weight of a track must be 1, 2 or 3.");

const answerSchema = fields({
  /** What one can answer: up to 60 characters, without a full stop. */
  answer: text("answer", { min: 5, max: 60 }),
  /** Names of files in content/tracks, each with how strongly the answer points there: { devops: 2, cybersecurity: 1 }. */
  fits: z
    .record(z.string(), weight, { error: "fits must name tracks with weights, e.g. { devops: 2 }." })
    .refine((fits) => Object.keys(fits).length > 0, { error: "fits must name at least one track." }),
  /** Why the answer speaks for these tracks, in one sentence that begins with "You". */
  reason: text("reason", { min: 20, max: 140 }).regex(/^You\b/, { error: 'reason must begin with "You".' }),
});

/** `content/pages/which-track.yaml`: the five questions of /Which-track, and what each answer says. */
export const whichTrackPageSchema = fields({
  /** In the browser's tab. */
  title: metaTitle,
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
  ...headingAndLead,
  /** The five questions, in order. */
  questions: listOf(
    "questions",
    fields({
      /** A question that ends with a question mark. */
      question: text("question", { min: 10, max: 80 }).regex(/\?$/, {
        error: "question must end with a question mark.",
      }),
      /** Two to five answers, of which one is chosen. */
      answers: listOf("answers", answerSchema, { min: 2, max: 5 }),
    }),
    { min: 5, max: 5 },
  ),
});
