/** The lines of the map. Their colours are in src/styles/tokens.css; `cloud` is the AWS courses' line. */
export const LINE_COLOURS = ["green", "cloud", "data", "cyber", "ai", "pm"] as const;
export type LineColour = (typeof LINE_COLOURS)[number];
