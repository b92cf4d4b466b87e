import type { LineColour } from "~/domain/catalogue/pictures.ts";

/** The line of a perk's picture, whose tint is its ground. */
export const PERK_GROUND = {
  terminal: "green",
  mentor: "cloud",
  career: "data",
  community: "pm",
} as const satisfies Record<string, LineColour>;

/** What a perk's picture shows. */
export type PerkIcon = keyof typeof PERK_GROUND;
