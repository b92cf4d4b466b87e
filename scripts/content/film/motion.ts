/** How things move in the film. Every function takes seconds and gives a part from 0 to 1. */

/** How far a movement is that begins at `start` and takes `length` seconds. */
export function part(time: number, start: number, length: number): number {
  return Math.min(1, Math.max(0, (time - start) / length));
}

/** Slow, fast, slow. */
export function eased(value: number): number {
  return value < 0.5 ? 4 * value ** 3 : 1 - (-2 * value + 2) ** 3 / 2;
}

/** Comes to rest with a small swing beyond. */
function sprung(value: number): number {
  const swing = 1.4;
  return value === 0 ? 0 : 1 + (swing + 1) * (value - 1) ** 3 + swing * (value - 1) ** 2;
}

/** What fades and rises into its place. */
export function rising(svg: string, value: number, distance = 24): string {
  if (value === 0) return "";
  const shown = eased(value);
  return `<g opacity="${shown.toFixed(3)}" transform="translate(0 ${((1 - shown) * distance).toFixed(1)})">${svg}</g>`;
}

/** What grows out of a point. */
export function popping(svg: string, value: number, [x, y]: readonly [number, number]): string {
  if (value === 0) return "";
  const scale = sprung(value).toFixed(3);
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})">${svg}</g>`;
}

/** A path drawn from its beginning. @param length of the whole path, in pixels, or more */
export function drawn(path: string, value: number, length: number): string {
  if (value === 0) return "";
  return path.replace("<path ", `<path stroke-dasharray="${(eased(value) * length).toFixed(1)} 99999" `);
}
