import { getEntry } from "astro:content";
import { requireEntry } from "./require-entry.ts";

/** The words of the Contact page. */
export async function getContactPage() {
  return requireEntry(await getEntry("contact", "pages/contact"), "content/pages/contact.yaml").data;
}
