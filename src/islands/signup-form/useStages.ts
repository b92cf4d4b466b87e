import { startTransition, useEffect, useState } from "react";

/**
 * Counts from 0, which is what the server drew, to `last`, one painted frame each: what is drawn stage by stage never
 * keeps a slow phone busy for long.
 */
export function useStages(last: number): number {
  const [stage, setStage] = useState(0);

  useEffect(() => {
    if (stage === last) return;
    const frame = requestAnimationFrame(() => startTransition(() => setStage(stage + 1)));
    return () => cancelAnimationFrame(frame);
  }, [stage, last]);

  return stage;
}
