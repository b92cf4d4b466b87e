/** The words of a card that are its own: where they stand, and how far they reach. */
import { type SocialCard, WORDS_GROUND } from "./card.ts";
import { fitTitle, type MeasureText } from "./fit-title.ts";

/** Where texts begin, in pixels from the card's left edge. */
export const LEFT = 80;
const TITLE_WIDTH = 560;
const KICKER_SIZE = 30;

/** A text of the card, its place and its size in pixels. */
export interface Word {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
}

/** What differs between the cards of a line. */
interface CardWords {
  readonly kicker: Word | null;
  readonly title: readonly Word[];
}

/** @param measure how wide a text runs in the display face, in pixels */
export function placeWords({ title, kicker }: SocialCard, measure: MeasureText): CardWords {
  const { size, lines } = fitTitle(title, TITLE_WIDTH, measure);
  const leading = size * 1.08;
  const top = 372 - ((lines.length - 1) * leading) / 2;
  return {
    kicker: kicker ? { text: kicker, x: LEFT, y: top - size * 1.05, size: KICKER_SIZE } : null,
    title: lines.map((text, index) => ({ text, x: LEFT - size * 0.04, y: top + index * leading, size })),
  };
}

/** A rectangle of the card, in whole pixels from its upper left corner. */
export interface CardPart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * What the kicker and the title take up; null when it is more than the plain ground that is left for them.
 * @param measure how wide a text runs in the display face, in pixels
 * @param reach how far from where it begins its last letter ends, in pixels
 */
export function wordsPart(card: SocialCard, measure: MeasureText, reach: MeasureText): CardPart | null {
  const { kicker, title } = placeWords(card, measure);
  const words = [...title, ...(kicker ? [kicker] : [])];
  // Room for accents on capitals, for letters that reach below the line and for those that lean out sideways.
  const left = Math.floor(Math.min(...words.map(({ x, size }) => x - size / 4)));
  const right = Math.ceil(Math.max(...words.map(({ x, text, size }) => x + reach(text, size) + size / 4)));
  const top = Math.floor(Math.min(...words.map(({ y, size }) => y - size * 1.25)));
  const bottom = Math.ceil(Math.max(...words.map(({ y, size }) => y + size / 2)));
  const isOnGround =
    left >= WORDS_GROUND.left &&
    right <= WORDS_GROUND.right &&
    top >= WORDS_GROUND.top &&
    bottom <= WORDS_GROUND.bottom;
  return isOnGround ? { left, top, width: right - left, height: bottom - top } : null;
}
