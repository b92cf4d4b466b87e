import { useCounter } from "./useCounter.ts";
import "./counters.css";

export interface Figure {
  readonly value: number;
  readonly suffix: "%" | "+";
  readonly seconds: number;
  readonly label: string;
}

interface CountersProps {
  figures: readonly Figure[];
}

/** Figures that count up when they come into view. A screen reader reads the final figure only. */
export function Counters({ figures }: CountersProps) {
  return (
    <dl className="mt-10 grid gap-8 md:grid-cols-3">
      {figures.map((figure) => (
        <Counter key={figure.label} {...figure} />
      ))}
    </dl>
  );
}

function Counter({ value, suffix, seconds, label }: Figure) {
  const [element, shown] = useCounter(value, seconds);
  return (
    <div ref={element} className="counter">
      <dt className="mt-2 max-w-72 text-on-deep-muted">{label}</dt>
      <dd className="counter-figure">
        <span className="sr-only print:not-sr-only">{`${value}${suffix}`}</span>
        <span className="print:hidden" aria-hidden="true">{`${shown}${suffix}`}</span>
      </dd>
    </div>
  );
}
