/** The academy's mark on a grid of 24 by 24: a line from a station to the terminus. */
export const logoMark = {
  line: "M5 19H8A4 4 0 0 0 12 15V9A4 4 0 0 1 16 5H19",
  station: [5, 19],
  terminus: [19, 5],
  radius: 3.2,
} as const;

/** Height of the bar at a terminal window's top. All its sizes come from its font size, in the picture's own units. */
export const terminalBar = (size: number) => Math.round(size * 1.9);
/** From one line to the next. */
export const terminalLeading = (size: number) => Math.round(size * 1.6);

/** Height of the whole window. */
export function terminalHeight(lines: number, size: number): number {
  return terminalBar(size) + lines * terminalLeading(size) + Math.round(size * 0.5);
}
