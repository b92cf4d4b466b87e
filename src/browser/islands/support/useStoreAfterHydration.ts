import type { ReadableAtom } from "nanostores";
import { startTransition, useEffect, useState } from "react";

/**
 * A store's value, which starts as the server rendered it and becomes the browser's in a transition after hydration.
 * `useStore` would render the whole component again synchronously, which blocks a slow phone for a tenth of a second.
 */
export function useStoreAfterHydration<Value>(store: ReadableAtom<Value>, serverValue: Value): Value {
  const [value, setValue] = useState<Value>(serverValue);
  useEffect(() => {
    let schedule = startTransition;
    const unsubscribe = store.subscribe((current) => schedule(() => setValue(() => current as Value)));
    schedule = (update) => update();
    return unsubscribe;
  }, [store]);
  return value;
}
