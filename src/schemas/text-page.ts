import { fields, metaDescription, metaTitle, text } from "./prose-fields.ts";

/**
 * A page that is mostly text: `about.mdx`, `terms.mdx`, `policy.mdx` in `content/pages`.
 * Each section begins with a line `## Heading`. `<Fee />` prints the registration fee and
 * `<ContactEmail />` the academy's address, so neither is typed into the text.
 */
export const textPageSchema = fields({
  /** In the browser's tab, and the heading of the page unless `heading` is given. */
  title: metaTitle,
  /** The big heading on the page, where it is worded differently from the tab. */
  heading: text("heading", { min: 3, max: 60 }).optional(),
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
});
