/** An answer that somebody chose. */
export interface ChosenAnswer {
  /** The tracks it points to, by their names in content, and how strongly: from 1 to 3. */
  readonly fits: readonly { readonly track: string; readonly weight: number }[];
  /** One sentence that begins with "You". */
  readonly reason: string;
}

/** How well a track fits somebody, and why. */
export interface Recommendation {
  readonly track: string;
  readonly score: number;
  /** The reasons of the answers that point there, the strongest first. */
  readonly reasons: readonly string[];
}

/**
 * Tracks by how strongly all answers together point to them, the strongest first; of two that are level, the one that
 * comes first in `tracks`. Tracks that no answer points to are left out.
 * @param tracks names of all tracks, in the academy's order
 */
export function recommend(answers: readonly ChosenAnswer[], tracks: readonly string[]): Recommendation[] {
  return tracks
    .map((track) => {
      const speaking = answers
        .filter((answer) => weightFor(answer, track) > 0)
        .sort((a, b) => weightFor(b, track) - weightFor(a, track));
      const score = speaking.reduce((sum, answer) => sum + weightFor(answer, track), 0);
      return { track, score, reasons: speaking.map(({ reason }) => reason) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** How strongly an answer points to a track; 0 when it does not. */
export function weightFor({ fits }: Pick<ChosenAnswer, "fits">, track: string): number {
  return fits.find((fit) => fit.track === track)?.weight ?? 0;
}
