import { z } from "astro/zod";
import { fields, headingAndLead, listOf, metaDescription, metaTitle, text } from "~/schemas/prose-fields.ts";

const fitSchema = fields({
  /** Name of a file in content/tracks, without its ending. */
  track: text("track", { min: 2, max: 60 }),
  /** How strongly the answer points to it: 1, 2 or 3. */
  weight: z
    .int({ error: "weight must be 1, 2 or 3." })
    .min(1, "weight must be 1, 2 or 3.")
    .max(3, "weight must be 1, 2 or 3."),
});

const answerSchema = fields({
  /** What one can answer: up to 60 characters, without a full stop. */
  answer: text("answer", { min: 5, max: 60 }),
  /** The tracks that the answer points to, one to three: [{ track: devops, weight: 2 }]. */
  fits: listOf("fits", fitSchema, { min: 1, max: 3 }),
  /** Why the answer speaks for these tracks, in one sentence that begins with "You". */
  reason: text("reason", { min: 20, max: 140 }).regex(/^You\b/, { error: 'reason must begin with "You".' }),
});

/** `content/pages/which-track.yaml`: the five questions of /Which-track, and what each answer says. */
export const whichTrackSchema = fields({
  /** In the browser's tab. */
  title: metaTitle,
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
  ...headingAndLead,
  /** Exactly five questions. A track that no answer points to is never recommended. */
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

export type WhichTrack = z.infer<typeof whichTrackSchema>;
