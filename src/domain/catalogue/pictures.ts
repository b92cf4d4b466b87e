/** The drawings of tracks and courses. */
export const PICTURE_NAMES = [
  "devops",
  "aws",
  "aws-architect",
  "cybersecurity",
  "data-analytics",
  "ai-fundamentals",
  "project-management",
] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

export interface SocialCard {
  /** Up to 60 characters. */
  readonly title: string;
  /** A line or two words above the title. */
  readonly kicker?: string | undefined;
  /** The line of the page's track. Without it the card shows the whole map on a dark background. */
  readonly line?: LineColour | undefined;
}

export const CARD_SIZE = { width: 1200, height: 630 } as const;

/**
 * The lines of tracks and courses, by colour as on a metro map. The colours are in src/styles/tokens.css; `cloud`
 * is the line of the AWS courses.
 */
export const LINE_COLOURS = ["green", "cloud", "data", "cyber", "ai", "pm"] as const;
export type LineColour = (typeof LINE_COLOURS)[number];

/** The line whose tint is the background of a perk's picture. */
export const PERK_GROUND = {
  terminal: "green",
  mentor: "cloud",
  career: "data",
  community: "pm",
} as const satisfies Record<string, LineColour>;

export type PerkIcon = keyof typeof PERK_GROUND;
