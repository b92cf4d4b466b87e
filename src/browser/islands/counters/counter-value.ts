/**
 * The figure of a running counter.
 * @param target the last figure
 * @param seconds duration
 * @param elapsedMs since the start at 0
 */
export function counterValue(target: number, seconds: number, elapsedMs: number): number {
  const share = Math.min(1, Math.max(0, elapsedMs / (seconds * 1000)));
  return Math.round(target * share);
}
