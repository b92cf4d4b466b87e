import { z } from "astro/zod";
import { order, text } from "./prose-fields.ts";

/** `content/faqs`. The answer is the text below the second `---` line. */
export const faqSchema = z
  .strictObject({
    question: text({ min: 10, max: 110 })
      .endsWith("?", {
        error: "question must end with a question mark.",
      })
      .describe('As a visitor would ask it, with its question mark, e.g. "Do I need an IT background?"'),
    order: order.describe("Place in the list on /Faqs, counted from 1."),
    onHome: z
      .boolean()
      .default(false)
      .describe("true shows the question on the Home page too. Leave the line out otherwise."),
  })
  .describe(
    "One question; the text is its answer. Write <Fee /> where the registration fee belongs: the page prints it in both currencies.",
  );
