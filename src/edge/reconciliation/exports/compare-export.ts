import { isOwnReference } from "~/domain/payments/reference.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import type { ExportedMovement, ProviderExport } from "./exported-payments.ts";
import type { RecordedMovement } from "./recorded-movement.ts";

/** Days of UTC, "2026-01-31", both included; null where it is open. */
export interface AskedDays {
  readonly since: string | null;
  readonly until: string | null;
}

/** An amount of a reference, in the smallest unit of its currency. */
export interface ReferenceAmount {
  readonly reference: string;
  readonly currency: string;
  readonly minor: number;
}

export interface AmountDifference {
  readonly reference: string;
  readonly currency: string;
  /** Kobo or cents. */
  readonly recorded: number;
  readonly exported: number;
}

export interface ExportComparison {
  readonly provider: Provider;
  /** The days from which recorded payments were looked for in the file; null when there were none. */
  readonly period: { readonly since: string; readonly until: string } | null;
  readonly matched: number;
  /** Paid at the provider, and not recorded here. */
  readonly missingHere: readonly ReferenceAmount[];
  /** Recorded here, and not in the file. */
  readonly missingThere: readonly ReferenceAmount[];
  readonly chargesThatDiffer: readonly AmountDifference[];
  /** Null when the file has no refunds. */
  readonly refundsThatDiffer: readonly AmountDifference[] | null;
  /** Payments in the file that are none of this site's. */
  readonly others: number;
  readonly unreadable: readonly string[];
  /** Every amount of the file is a hundred times ours: it seems to count kobo or cents. */
  readonly seemsToCountMinor: boolean;
  readonly isEqual: boolean;
}

/**
 * Compares what a provider says it took with what was recorded here, by our reference or, where a row has none, by the
 * provider's own number. A payment of ours is missed in the file only within the period; without one, within the days
 * of those that are in both. The file's own dates are not read: exports write them by the reader's country and clock.
 */
export function compareExport(
  exported: ProviderExport,
  recorded: readonly RecordedMovement[],
  asked: AskedDays,
): ExportComparison {
  const { provider, includesRefunds, unreadable } = exported;
  const { own, others } = ownMovements(exported, recorded);
  const theirs = { charged: sums(own, "charged"), returned: sums(own, "returned") };
  const ours = { charged: sums(recorded, "charged"), returned: sums(recorded, "returned") };
  const inBoth = chargesIn(theirs.charged, recorded);
  const period = periodOf(inBoth, asked);
  const isMissed = ({ occurredAt }: RecordedMovement) => {
    const day = occurredAt.slice(0, 10);
    return period !== null && day >= period.since && day <= period.until;
  };

  const missingHere = [...theirs.charged.values()].filter((each) => !ours.charged.has(keyOf(each)));
  const missingThere = [
    ...sums(
      recorded.filter((each) => isMissed(each) && !theirs.charged.has(keyOf(each))),
      "charged",
    ).values(),
  ];
  const chargesThatDiffer = differences(ours.charged, theirs.charged);
  // Refunds are compared for the payments that are in both; the others are listed as missing already.
  const refundsThatDiffer = includesRefunds
    ? differences(onlyOf(ours.returned, theirs.charged), onlyOf(theirs.returned, ours.charged), {
        withMissing: true,
      })
    : null;
  return {
    provider,
    period,
    matched: new Set(inBoth.map(keyOf)).size,
    missingHere,
    missingThere,
    chargesThatDiffer,
    refundsThatDiffer,
    others,
    unreadable,
    seemsToCountMinor:
      chargesThatDiffer.length > 0 &&
      chargesThatDiffer.length === new Set(inBoth.map(keyOf)).size &&
      chargesThatDiffer.every(({ recorded: here, exported }) => exported === here * 100),
    isEqual: [missingHere, missingThere, chargesThatDiffer, refundsThatDiffer ?? [], unreadable].every(
      (list) => list.length === 0,
    ),
  };
}

/** The days from which recorded payments are looked for in the file; null when there are none. */
export function comparedPeriod(
  exported: ProviderExport,
  recorded: readonly RecordedMovement[],
  asked: AskedDays,
): ExportComparison["period"] {
  const { own } = ownMovements(exported, recorded);
  return periodOf(chargesIn(sums(own, "charged"), recorded), asked);
}

/** What the file says of payments of this site's, by our reference, and how many in it are none. */
function ownMovements({ movements }: ProviderExport, recorded: readonly RecordedMovement[]) {
  const referenceByCharge = new Map(
    recorded
      .filter(({ kind }) => kind === "charged")
      .map(({ transactionId, reference }) => [transactionId, reference]),
  );
  const knownReferences = new Set(recorded.map(({ reference }) => reference));
  const chargesInFile = new Map(movements.map((each) => [each.transactionId, each]));
  const referenceOf = ({ references, transactionId, chargeId }: ExportedMovement): string | undefined =>
    references.find((reference) => isOwnReference(reference) || knownReferences.has(reference)) ??
    referenceByCharge.get(transactionId) ??
    referenceByCharge.get(chargeId) ??
    chargesInFile.get(chargeId)?.references.find(isOwnReference);
  const own = movements.flatMap((movement): (ReferenceAmount & Pick<ExportedMovement, "kind">)[] => {
    const reference = referenceOf(movement);
    return reference ? [{ ...movement, reference }] : [];
  });
  return { own, others: movements.length - own.length };
}

/** The charges that are recorded here, and in the file. */
function chargesIn(theirs: Sums, recorded: readonly RecordedMovement[]): RecordedMovement[] {
  return recorded.filter((each) => each.kind === "charged" && theirs.has(keyOf(each)));
}

type Sums = ReadonlyMap<string, ReferenceAmount>;

function keyOf({ reference, currency }: { reference: string; currency: string }): string {
  return `${reference} ${currency}`;
}

function sums(movements: readonly (ReferenceAmount & { kind: string })[], kind: string): Sums {
  const result = new Map<string, ReferenceAmount>();
  for (const movement of movements) {
    if (movement.kind !== kind) continue;
    const { reference, currency, minor } = movement;
    const key = keyOf(movement);
    result.set(key, { reference, currency, minor: minor + (result.get(key)?.minor ?? 0) });
  }
  return result;
}

function onlyOf(amounts: Sums, keys: Sums): Sums {
  return new Map([...amounts].filter(([key]) => keys.has(key)));
}

/** @param withMissing whether an amount that one side lacks counts as zero there */
function differences(ours: Sums, theirs: Sums, { withMissing = false } = {}): AmountDifference[] {
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
  return keys.flatMap((key) => {
    const [here, there] = [ours.get(key), theirs.get(key)];
    const either = here ?? there;
    if (!either || (!withMissing && !(here && there))) return [];
    const [recorded, exported] = [here?.minor ?? 0, there?.minor ?? 0];
    return recorded === exported
      ? []
      : [{ reference: either.reference, currency: either.currency, recorded, exported }];
  });
}

function periodOf(
  inBoth: readonly RecordedMovement[],
  { since, until }: AskedDays,
): ExportComparison["period"] {
  const days = inBoth.map(({ occurredAt }) => occurredAt.slice(0, 10)).sort();
  const first = since ?? days[0];
  // The first day alone means everything since.
  const last = until ?? (since ? "9999-12-31" : days.at(-1));
  return first && last ? { since: first, until: last } : until ? { since: "0000-01-01", until } : null;
}
