import { describe, expect, it } from "vitest";
import { type Colours, colourNamed, darkColours, lightColours } from "~/styles/token-colours.ts";
import { contrast, luminance, rgbOf } from "../../fixtures/contrast.ts";

const LINES = ["green", "cloud", "data", "cyber", "ai", "pm"] as const;
const GROUNDS = ["paper", "sand", "card"] as const;

/** The text colours and their grounds, by the names of their tokens. */
const TEXTS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ["ink", GROUNDS],
  ["muted", GROUNDS],
  ["green", GROUNDS],
  ["red", GROUNDS],
  ["on-line", [...LINES, "red", "action-hover"]],
  ["on-sun", ["sun", "white"]],
  ["white", ["banner"]],
  ["paper", ["ink"]],
  ["muted", ["rule"]],
  ["on-deep", ["deep", "terminal"]],
  ["on-deep-muted", ["deep", "terminal"]],
  ["sun", ["deep", "terminal"]],
  ["deep", ["on-deep"]],
  ["terminal", ["green-bright", "cloud-bright", "sun"]],
];

/** The colours of lines, marks, borders and focus rings, and their grounds. */
const DRAWINGS: readonly (readonly [mark: string, grounds: readonly string[]])[] = [
  ...LINES.map((line) => [line, GROUNDS] as const),
  ["muted", ["card"]],
  ["focus", GROUNDS],
  ["sun", ["deep"]],
  ["green-bright", ["deep"]],
  ["cloud-bright", ["deep"]],
];

function pairsBelow(
  least: number,
  pairs: readonly (readonly [string, readonly string[]])[],
  colours: Colours,
): string[] {
  return pairs.flatMap(([front, grounds]) =>
    grounds
      .map((ground) => ({
        ground,
        ratio: contrast(rgbOf(colourNamed(front, colours)), rgbOf(colourNamed(ground, colours))),
      }))
      .filter(({ ratio }) => ratio < least)
      .map(({ ground, ratio }) => `${front} on ${ground}: ${ratio.toFixed(2)}`),
  );
}

it("contrast is counted as WCAG counts it", () => {
  expect(contrast(rgbOf("#000000"), rgbOf("#ffffff"))).toBeCloseTo(21);
  expect(contrast(rgbOf("#767676"), rgbOf("#ffffff"))).toBeCloseTo(4.54, 2);
});

describe.each([
  ["light", lightColours],
  ["dark", darkColours],
])("in the %s scheme", (_, colours) => {
  it("every text can be read on each ground it is on", () => {
    expect(pairsBelow(4.5, TEXTS, colours)).toEqual([]);
  });

  it("every line, border and focus ring has enough contrast with its ground", () => {
    expect(pairsBelow(3, DRAWINGS, colours)).toEqual([]);
  });
});

it("the dark scheme turns paper dark and ink light", () => {
  expect(luminance(rgbOf(colourNamed("paper", darkColours)))).toBeLessThan(0.05);
  expect(luminance(rgbOf(colourNamed("ink", darkColours)))).toBeGreaterThan(0.7);
});
