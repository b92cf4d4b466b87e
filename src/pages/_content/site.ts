import { getEntry } from "astro:content";
import { requireEntry } from "./require-entry.ts";

/** The academy's own facts. */
export async function getSite() {
  return requireEntry(await getEntry("site", "site"), "content/site.yaml").data;
}
