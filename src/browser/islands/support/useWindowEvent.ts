import { useEffect, useEffectEvent } from "react";

/** Calls a component's latest listener at each event of the window. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(type, (event) => onEvent(event), { signal: listening.signal });
    return () => listening.abort();
  }, [type]);
}
