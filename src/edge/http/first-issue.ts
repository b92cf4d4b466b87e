import type { z } from "astro/zod";

/**
 * The first thing that a schema refuses, in one sentence: `body.subject must be text.`
 * @param whole how the sentence begins when all of it is wrong: "The mail"
 */
export function firstIssue(error: z.ZodError, whole: string): string {
  const [issue] = error.issues;
  const place = issue?.path.join(".") || whole;
  // An unknown name is not repeated: it is the sender's own text, of any length.
  if (issue?.code === "unrecognized_keys") return `${place} has a field that is not known here.`;
  return `${place} ${issue?.message ?? "is not valid"}.`;
}
