import ContactEmail from "./ContactEmail.astro";
import Fee from "./Fee.astro";
import Legal from "./Legal.astro";
import ContactEmailText from "./structured-data/ContactEmailText.astro";
import FeeText from "./structured-data/FeeText.astro";
import TrackWeeks from "./TrackWeeks.astro";

/** Components that editors may use in .mdx; pages pass them on: `<Content components={mdxComponents} />`. */
export const mdxComponents = { Fee, ContactEmail, Legal, TrackWeeks };

/** Components for structured data, which cannot show one of two prices by the visitor's currency. */
export const structuredDataComponents = {
  Fee: FeeText,
  ContactEmail: ContactEmailText,
  Legal,
  TrackWeeks,
};
