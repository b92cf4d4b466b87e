import ContactEmail from "./mdx/ContactEmail.astro";
import Fee from "./mdx/Fee.astro";
import ContactInWords from "./search/ContactInWords.astro";
import FeeInWords from "./search/FeeInWords.astro";

/** What an editor may call in an .mdx text; pages pass it on: `<Content components={mdxComponents} />`. */
export const mdxComponents = { Fee, ContactEmail };

/** The same for a text that search engines are given: it must be true without a visitor, and without a style sheet. */
export const searchComponents = { Fee: FeeInWords, ContactEmail: ContactInWords };
