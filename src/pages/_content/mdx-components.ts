import ContactEmail from "./mdx/ContactEmail.astro";
import Fee from "./mdx/Fee.astro";

/** What an editor may call in an .mdx text; pages pass it on: `<Content components={mdxComponents} />`. */
export const mdxComponents = { Fee, ContactEmail };
