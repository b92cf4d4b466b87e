/**
 * What a counter shows while it runs.
 * @param target the figure it stops at
 * @param seconds how long it takes to get there
 * @param elapsedMs since it started from 0
 */
export function counterValue(target: number, seconds: number, elapsedMs: number): number {
  const share = Math.min(1, Math.max(0, elapsedMs / (seconds * 1000)));
  return Math.round(target * share);
}
