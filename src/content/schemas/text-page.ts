import { z } from "astro/zod";
import { metaDescription, metaTitle, photo, text } from "./prose-fields.ts";

/**
 * A page that is mostly text: `about.mdx`, `terms.mdx`, `policy.mdx` in `content/pages`.
 * Each section begins with a line `## Heading`. `<Fee />` prints the registration fee and
 * `<ContactEmail />` the academy's address, so neither is typed into the text.
 */
export const textPageSchema = z.strictObject({
  title: metaTitle.describe('In the browser\'s tab, and the heading of the page unless "heading" is given.'),
  heading: text({ min: 3, max: 60 })
    .optional()
    .describe("The big heading on the page, where it is worded differently from the tab."),
  description: metaDescription,
  photo: photo.optional().describe("Below the text: the people behind the page."),
});
