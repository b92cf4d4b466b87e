import { z } from "astro/zod";
import { fields, order, text } from "./prose-fields.ts";

/**
 * One question in `content/faqs`. The answer is the text below the second `---` line.
 * Write `<Fee />` where the registration fee belongs: the page prints it in both currencies.
 */
export const faqSchema = fields({
  /** As a visitor would ask it, with its question mark, e.g. "Do I need an IT background?" */
  question: text("question", { min: 10, max: 110 }).endsWith("?", {
    error: "question must end with a question mark.",
  }),
  /** Place in the list on /Faqs, counted from 1. */
  order,
  /** `true` shows the question on the Home page too. Leave the line out otherwise. */
  onHome: z.boolean({ error: "onHome must be true or false, without quotes." }).default(false),
});
