import { z } from "astro/zod";
import { order, text } from "./prose-fields.ts";

/** `content/perks`. */
export const perkSchema = z
  .strictObject({
    order,
    icon: z.enum(["terminal", "mentor", "career", "community"]).describe("The drawing above the title."),
    title: text({ min: 5, max: 60 }).describe("Up to 60 characters."),
    description: text({ min: 40, max: 280 }).describe("One to three short sentences: what the learner gets."),
    comingSoon: z
      .boolean()
      .default(false)
      .describe('true adds the words "Coming soon". Leave the line out once the learner can have it.'),
  })
  .describe("One thing that comes with a place. Four show on Home.");
