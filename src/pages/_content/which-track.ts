import { getEntry } from "astro:content";
import { requireEntry } from "./require-entry.ts";
import { requireReference } from "./require-reference.ts";
import { getTracks } from "./tracks.ts";

/**
 * The five questions, and the tracks they may lead to.
 * @throws Error when an answer points to a track that does not exist.
 */
export async function getWhichTrack() {
  const file = "content/pages/which-track.yaml";
  const page = requireEntry(await getEntry("whichTrack", "pages/which-track"), file).data;
  const tracks = await getTracks();
  for (const { answers } of page.questions) {
    for (const name of answers.flatMap(({ fits }) => Object.keys(fits))) {
      requireReference(tracks, name, { file, field: "fits", folder: "content/tracks" });
    }
  }
  return { ...page, tracks };
}
