import { startTransition, useEffect, useMemo, useState } from "react";

/** A list of 190 countries in one piece blocks a slow phone for a tenth of a second. */
const PARTS = 4;

/**
 * Renders a long list incrementally: a part more with each animation frame, so that none of them blocks input for long.
 * @param turn how many incremental lists of the form come before this one
 */
export function useIncrementalList<Item>(items: readonly Item[], turn: number): readonly Item[] {
  const [frames, setFrames] = useState(0);
  const parts = Math.min(PARTS, Math.max(0, frames - turn * PARTS));
  const isComplete = items.length === 0 || parts === PARTS;

  useEffect(() => {
    if (isComplete) return;
    const frame = requestAnimationFrame(() => startTransition(() => setFrames(frames + 1)));
    return () => cancelAnimationFrame(frame);
  }, [isComplete, frames]);

  return useMemo(() => items.slice(0, Math.ceil((items.length * parts) / PARTS)), [items, parts]);
}
