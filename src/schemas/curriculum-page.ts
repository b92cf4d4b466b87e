import { z } from "astro/zod";
import { plainText, plainTextList } from "./plain-text.ts";
import { titledList, topicSchema } from "./titled-list.ts";

const sectionSchema = z.strictObject({
  /** The tool or subject. 3 to 40 characters, e.g. `Cloud Computing with AWS`. */
  title: plainText("The section's title", 3, 40),
  /** What it is and why it matters, for somebody who has never heard of it. One sentence, 40 to 200 characters. */
  gloss: plainText("The section's gloss", 40, 200),
  /** What is taught, one line each. 2 to 14 lines. */
  topics: titledList(topicSchema, "topics of the section", { min: 2, max: 14 }),
});

/** The page /Curriculum: the DevOps curriculum by tool, for a first look. The weeks are in content/levels. */
export const curriculumPageSchema = z.strictObject({
  /** Heading of the page: `Curriculum`. */
  heading: plainText("The heading", 3, 40),
  /** Text under the heading, also shown by search engines, which cut off after 160 characters. 70 to 160. */
  description: plainText("The description", 70, 160),
  /** What every class offers, a few words each. 2 to 8 lines, e.g. `Hands-on Labs`. */
  features: plainTextList("The list of features", 2, 8),
  /** The parts that open and close, in the order shown. 1 to 15. */
  sections: titledList(sectionSchema, "sections", { min: 1, max: 15 }),
});
