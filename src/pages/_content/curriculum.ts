import { getEntry } from "astro:content";
import { requireEntry } from "./require-entry.ts";

/** The page /Curriculum. */
export async function getCurriculum() {
  return requireEntry(await getEntry("curriculum", "pages/curriculum"), "content/pages/curriculum.yaml").data;
}
