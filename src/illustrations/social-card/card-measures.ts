import { escapeText } from "./card-svg.ts";
import type { MeasureText } from "./fit-title.ts";
import type { Ink, Rasteriser } from "./rasteriser.ts";

/** Sizes of texts in the display face, in pixels. */
export interface CardMeasures {
  /** How wide a text runs. */
  readonly measure: MeasureText;
  /** How far from where it begins its last letter ends: more than its width, where the face lacks its first ones. */
  readonly reach: MeasureText;
}

const textSvg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9999 200"><text font-family="Bricolage Grotesque" font-size="100" y="100">${escapeText(text)}</text></svg>`;

/** Each text is measured once, at 100 px: what it takes up grows with the size. */
export function cardMeasures(rasteriser: Rasteriser): CardMeasures {
  const inks = new Map<string, Ink>();
  const inkOf = (text: string): Ink => {
    const ink = inks.get(text) ?? rasteriser.inkOf(textSvg(text)) ?? { left: 0, width: 0 };
    inks.set(text, ink);
    return ink;
  };
  return {
    measure: (text, size) => (inkOf(text).width * size) / 100,
    reach: (text, size) => ((inkOf(text).left + inkOf(text).width) * size) / 100,
  };
}
