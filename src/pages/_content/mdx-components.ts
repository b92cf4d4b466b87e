import ContactInWords from "./in-words/ContactInWords.astro";
import FeeInWords from "./in-words/FeeInWords.astro";
import ContactEmail from "./mdx/ContactEmail.astro";
import Fee from "./mdx/Fee.astro";

/** What an editor may call in an .mdx text; pages pass it on: `<Content components={mdxComponents} />`. */
export const mdxComponents = { Fee, ContactEmail };

/** The same for a text that search engines are given: it must be true without a visitor, and without a style sheet. */
export const componentsInWords = { Fee: FeeInWords, ContactEmail: ContactInWords };
