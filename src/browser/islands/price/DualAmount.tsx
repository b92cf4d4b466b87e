import type { Currency } from "~/domain/money/money.ts";

/** A text about money in both currencies; CSS shows one of them, before and after hydration. */
export function DualAmount({ of }: { of(currency: Currency): string }) {
  return (
    <span className="price">
      <span className="in-ngn">{of("NGN")}</span>
      <span className="in-usd">{of("USD")}</span>
    </span>
  );
}
