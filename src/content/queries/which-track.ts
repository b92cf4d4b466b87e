import { requireSingle } from "./require-single.ts";
import { getTracks } from "./tracks.ts";

/** The five questions, and all tracks. */
export async function getWhichTrack() {
  const [page, tracks] = await Promise.all([requireSingle("whichTrack"), getTracks()]);
  return { ...page, tracks };
}
