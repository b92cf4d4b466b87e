export interface ChosenAnswer {
  /** Points for tracks, by the track's id; from 1 to 3. */
  readonly fits: Readonly<Record<string, number>>;
  /** One sentence that begins with "You". */
  readonly reason: string;
}

/** A track, its points and the reasons for it. */
export interface Recommendation {
  readonly track: string;
  readonly score: number;
  /** The reasons of the answers with points for the track, most points first. */
  readonly reasons: readonly string[];
}

/**
 * Returns tracks by the sum of their points, highest first; equal ones in the order of `tracks`. Tracks
 * without points are left out.
 * @param tracks ids of all tracks, in the academy's order
 */
export function recommend(answers: readonly ChosenAnswer[], tracks: readonly string[]): Recommendation[] {
  return tracks
    .map((track) => {
      const supporting = answers
        .filter(({ fits }) => fits[track])
        .sort((a, b) => (b.fits[track] ?? 0) - (a.fits[track] ?? 0));
      const score = supporting.reduce((sum, { fits }) => sum + (fits[track] ?? 0), 0);
      return { track, score, reasons: supporting.map(({ reason }) => reason) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}
