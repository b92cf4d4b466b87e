import { describe, expect, test } from "vitest";
import { whichTrackPageSchema } from "~/content/schemas/pages.ts";
import { recommend } from "~/domain/guidance/recommend.ts";
import { checkedEntry, entryIds } from "../../../fixtures/content-entries.ts";

const tracks = entryIds("tracks");
const { questions } = checkedEntry("pages", "which-track", whichTrackPageSchema);

describe("the track that fits", () => {
  const a = { fits: { devops: 2, cybersecurity: 1 }, reason: "You like servers." };
  const b = { fits: { devops: 1 }, reason: "You like code." };

  test("the recommended track has the most points of all answers, the strongest reasons first", () => {
    expect(recommend([b, a], ["cybersecurity", "devops"])).toEqual([
      { track: "devops", score: 3, reasons: ["You like servers.", "You like code."] },
      { track: "cybersecurity", score: 1, reasons: ["You like servers."] },
    ]);
  });
});

test("the five questions point to tracks that exist", () => {
  const named = questions.flatMap(({ answers }) => answers.flatMap(({ fits }) => Object.keys(fits)));
  for (const track of named) expect(tracks).toContain(track);
});

test.each(tracks)("the five questions recommend %s when each answer is the best for it", (track) => {
  const chosen = questions.map(
    ({ answers }) => [...answers].sort((a, b) => (b.fits[track] ?? 0) - (a.fits[track] ?? 0))[0],
  );
  const [first] = recommend(
    chosen.filter((answer) => answer !== undefined),
    tracks,
  );
  expect(first?.track).toBe(track);
  expect(first?.reasons.length).toBeGreaterThanOrEqual(3);
});

test("the five questions give every set of answers at least two reasons for its track", () => {
  let sets: (typeof questions)[number]["answers"][] = [[]];
  for (const { answers } of questions)
    sets = sets.flatMap((set) => answers.map((answer) => [...set, answer]));
  expect(sets.length).toBeGreaterThan(1_000);
  const thin = sets.filter((set) => (recommend(set, tracks)[0]?.reasons.length ?? 0) < 2);
  // Five answers that point to five tracks leave only one or two reasons each.
  expect(thin.length / sets.length).toBeLessThan(0.1);
});
