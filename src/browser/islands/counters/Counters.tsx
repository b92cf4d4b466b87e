import { type RefObject, useEffect, useRef, useState } from "react";

export interface Figure {
  readonly value: number;
  readonly suffix: "%" | "+";
  readonly seconds: number;
  readonly label: string;
}

/** Figures that count up when they come into view. Screen readers read the final figures only. */
export function Counters({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mt-10 flex flex-wrap gap-8">
      {figures.map((figure) => (
        <Counter key={figure.label} {...figure} />
      ))}
    </dl>
  );
}

function Counter({ value, suffix, seconds, label }: Figure) {
  const [element, count] = useCounter(value, seconds);
  return (
    <div ref={element} className="counter grid content-start pl-5">
      <dt className="mt-2 max-w-72 text-on-deep-muted">{label}</dt>
      <dd className="counter-figure" translate="no">
        <span className="sr-only">{`${value}${suffix}`}</span>
        <span className="no-print" aria-hidden="true">{`${count}${suffix}`}</span>
      </dd>
    </div>
  );
}

/**
 * Counts from 0 to `target` each time the element scrolls into view, and resets to 0 when it leaves.
 * Before hydration and with reduced motion the value is `target`.
 */
function useCounter(target: number, seconds: number): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(target);

  useEffect(() => {
    const node = element.current;
    if (!node || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    let startedAt = 0;
    const step = () => {
      const elapsedMs = performance.now() - startedAt;
      setValue(counterValue(target, seconds, elapsedMs));
      if (elapsedMs < seconds * 1000) frame = requestAnimationFrame(step);
    };
    const observer = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame);
      setValue(0);
      startedAt = performance.now();
      if (entries.at(-1)?.isIntersecting) step();
    });
    observer.observe(node);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [target, seconds]);

  return [element, value];
}

export function counterValue(target: number, seconds: number, elapsedMs: number): number {
  return Math.round(target * Math.min(1, elapsedMs / (seconds * 1000)));
}
