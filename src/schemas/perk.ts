import { z } from "astro/zod";
import { fields, oneOf, order, text } from "./prose-fields.ts";

/** One thing that comes with a place, in `content/perks`. Four show on Home. */
export const perkSchema = fields({
  /** Place in the row, counted from 1. */
  order,
  /** The drawing above the title. */
  icon: oneOf("icon", ["terminal", "mentor", "career", "community"]),
  /** Up to 60 characters. */
  title: text("title", { min: 5, max: 60 }),
  /** One to three short sentences: what the learner gets. */
  description: text("description", { min: 40, max: 280 }),
  /** `true` adds the words "Coming soon". Leave the line out once the learner can have it. */
  comingSoon: z.boolean({ error: "comingSoon must be true or false, without quotes." }).default(false),
});
