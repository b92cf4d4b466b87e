import { type RefObject, useEffect, useRef, useState } from "react";
import { counterValue } from "./counter-value.ts";

/**
 * Counts from 0 to `target` each time the element scrolls into view, and resets to 0 when it leaves.
 * Before hydration and with reduced motion it is `target`.
 */
export function useCounter(target: number, seconds: number): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(target);

  useEffect(() => {
    const node = element.current;
    if (!node || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    const stop = () => cancelAnimationFrame(frame);
    const start = () => {
      const startedAt = performance.now();
      const step = () => {
        const elapsedMs = performance.now() - startedAt;
        setValue(counterValue(target, seconds, elapsedMs));
        if (elapsedMs < seconds * 1000) frame = requestAnimationFrame(step);
      };
      step();
    };
    const observer = new IntersectionObserver((entries) => {
      stop();
      setValue(0);
      if (entries.at(-1)?.isIntersecting) start();
    });
    observer.observe(node);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [target, seconds]);

  return [element, value];
}
