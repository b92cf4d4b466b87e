/** Sizes of a terminal window, all from its letters' size. */

export const terminalBar = (size: number) => Math.round(size * 1.9);
export const terminalLeading = (size: number) => Math.round(size * 1.6);

export function terminalHeight(lines: number, size: number): number {
  return terminalBar(size) + lines * terminalLeading(size) + Math.round(size * 0.5);
}
