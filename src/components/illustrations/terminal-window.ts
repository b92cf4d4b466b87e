/** Sizes of a terminal window from its font size, in the picture's own units. */

/** Height of the bar at its top. */
export const terminalBar = (size: number) => Math.round(size * 1.9);
/** From one line to the next. */
export const terminalLeading = (size: number) => Math.round(size * 1.6);

/** Of the whole window. */
export function terminalHeight(lines: number, size: number): number {
  return terminalBar(size) + lines * terminalLeading(size) + Math.round(size * 0.5);
}
