import { useCounter } from "./useCounter.ts";

export interface Figure {
  readonly value: number;
  readonly suffix: "%" | "+";
  /** How long it takes to count there. */
  readonly seconds: number;
  /** What it counts. */
  readonly label: string;
}

interface CountersProps {
  figures: readonly Figure[];
}

/** Figures that count up when they come into view. Who has them read out hears the figure itself, once. */
export function Counters({ figures }: CountersProps) {
  return (
    <dl className="counters">
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
      <dt className="counter-label">{label}</dt>
      <dd className="counter-figure">
        <span className="counter-final">{`${value}${suffix}`}</span>
        <span className="counter-running" aria-hidden="true">{`${shown}${suffix}`}</span>
      </dd>
    </div>
  );
}
