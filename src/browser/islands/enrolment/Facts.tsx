import type { ReactNode } from "react";

const LAYOUTS = {
  head: "mt-4 gap-x-4 gap-y-3 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] font-semibold",
  list: "mt-3 gap-x-4 gap-y-2 grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]",
  rows: "receipt-facts",
} as const;

interface FactsProps {
  /** Values by their terms; a term without one is left out. */
  facts: Readonly<Record<string, ReactNode>>;
  layout: keyof typeof LAYOUTS;
}

export function Facts({ facts, layout }: FactsProps) {
  const filledFacts = Object.entries(facts).filter(([, value]) => value);
  return (
    <dl className={`grid ${LAYOUTS[layout]}`}>
      {filledFacts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-small font-normal text-muted">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
