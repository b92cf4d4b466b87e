import { type IndexedPicture, toIndexedPicture, withPart } from "./indexed-picture.ts";
import type { Rasteriser } from "./rasteriser.ts";

/** A card as two drawings, of which many cards share the first. */
export interface CardLayers {
  /** SVG of the whole card, without its words where they are drawn by themselves. */
  readonly ground: string;
  /** SVG of the words and what is right below them, and where it belongs, in pixels from the upper left corner. */
  readonly words: { readonly svg: string; readonly left: number; readonly top: number } | null;
}

export type DrawLayers = (layers: CardLayers) => IndexedPicture;

/** Draws cards. To draw a ground takes several times as long as to draw words, so each is drawn once. */
export function layerDrawer({ draw }: Rasteriser): DrawLayers {
  const grounds = new Map<string, IndexedPicture>();
  return ({ ground, words }) => {
    if (!words) return toIndexedPicture(draw(ground));
    const below = grounds.get(ground) ?? toIndexedPicture(draw(ground));
    grounds.set(ground, below);
    return withPart(below, draw(words.svg), words);
  };
}
