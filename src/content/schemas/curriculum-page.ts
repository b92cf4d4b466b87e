import { z } from "astro/zod";
import { line, listOf, text } from "./prose-fields.ts";
import { titledList, topicSchema } from "./titled-list.ts";

const sectionSchema = z.strictObject({
  title: text({ min: 3, max: 40 }).describe(
    'The tool or subject. 3 to 40 characters, e.g. "Cloud Computing with AWS".',
  ),
  gloss: text({ min: 40, max: 200 }).describe(
    "What it is and why it matters, for somebody who has never heard of it. One sentence, 40 to 200 characters.",
  ),
  topics: titledList(topicSchema, { min: 2, max: 14 }).describe(
    "What is taught, one line each. 2 to 14 lines.",
  ),
});

/** The page /Curriculum: the DevOps curriculum by tool, for a first look. The weeks are in content/levels. */
export const curriculumPageSchema = z.strictObject({
  heading: text({ min: 3, max: 40 }).describe('Heading of the page: "Curriculum".'),
  description: text({ min: 70, max: 160 }).describe(
    "Text under the heading, also shown by search engines, which cut off after 160 characters. 70 to 160.",
  ),
  features: listOf(line, { min: 2, max: 8 }).describe(
    'What every class offers, a few words each. 2 to 8 lines, e.g. "Hands-on Labs".',
  ),
  sections: titledList(sectionSchema, { min: 1, max: 15 }).describe(
    "The parts that open and close, in the order shown. 1 to 15.",
  ),
});
