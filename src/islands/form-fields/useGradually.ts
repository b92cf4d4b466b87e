import { startTransition, useEffect, useMemo, useState } from "react";

/** A list of 190 countries costs a slow phone a tenth of a second at once. */
const PARTS = 4;

/**
 * The items of a long list, a part more with each frame that is painted, so that no answer to the visitor waits for all.
 * @param turn how many lists of the form go before this one
 */
export function useGradually<Item>(items: readonly Item[], turn: number): readonly Item[] {
  const [frames, setFrames] = useState(0);
  const parts = Math.min(PARTS, Math.max(0, frames - turn * PARTS));
  const isDone = items.length === 0 || parts === PARTS;

  useEffect(() => {
    if (isDone) return;
    const next = requestAnimationFrame(() => startTransition(() => setFrames(frames + 1)));
    return () => cancelAnimationFrame(next);
  }, [isDone, frames]);

  return useMemo(() => items.slice(0, Math.ceil((items.length * parts) / PARTS)), [items, parts]);
}
