/** An answer that somebody chose. */
export interface ChosenAnswer {
  /** How strongly it points to a track, by the track's name in content; from 1 to 3. */
  readonly fits: Readonly<Record<string, number>>;
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
        .filter(({ fits }) => fits[track])
        .sort((a, b) => (b.fits[track] ?? 0) - (a.fits[track] ?? 0));
      const score = speaking.reduce((sum, { fits }) => sum + (fits[track] ?? 0), 0);
      return { track, score, reasons: speaking.map(({ reason }) => reason) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}
