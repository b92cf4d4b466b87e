/** A line of the map. Its colour is in src/styles/tokens.css; `cloud` is the AWS courses' line. */
export type LineColour = "green" | "cloud" | "data" | "cyber" | "ai" | "pm";
