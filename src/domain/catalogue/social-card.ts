import type { LineColour } from "~/domain/catalogue/line-colour.ts";

export interface SocialCard {
  /** Up to 60 characters. */
  readonly title: string;
  /** A line or two words above the title. */
  readonly kicker?: string | undefined;
  /** The track the page belongs to; without one the card shows the whole map on the dark ground. */
  readonly line?: LineColour | undefined;
}

export const CARD_SIZE = { width: 1200, height: 630 } as const;
