import type { ReadableAtom } from "nanostores";
import { startTransition, useEffect, useState } from "react";

/**
 * The value of a store that reads the browser's storage: at first what the server drew, and what the browser knows with
 * the next drawing. `useStore` would have React draw the whole component anew in one piece as soon as it is hydrated,
 * which on a slow phone is a tenth of a second in which no touch is answered.
 */
export function useDrawnStore<Value>(store: ReadableAtom<Value>, drawn: Value): Value {
  const [value, setValue] = useState<Value>(drawn);
  useEffect(() => {
    let draw = startTransition;
    const unsubscribe = store.subscribe((known) => draw(() => setValue(() => known as Value)));
    draw = (change) => change();
    return unsubscribe;
  }, [store]);
  return value;
}
