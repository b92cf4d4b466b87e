import type { Provider } from "~/edge/payments/provider.ts";

/** One movement of money in a provider's export. */
export interface ExportedMovement {
  readonly kind: "charged" | "returned";
  /** What may be our reference, the likeliest first; empty texts left out. */
  readonly references: readonly string[];
  /** The provider's own number; empty when the file has none. */
  readonly transactionId: string;
  /** The number of the charge that a refund belongs to; empty when the file does not say. */
  readonly chargeId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Kobo or cents, never negative. */
  readonly minor: number;
}

export interface ProviderExport {
  readonly provider: Provider;
  readonly movements: readonly ExportedMovement[];
  /** Whether the file has refunds: Paystack's list of transactions has whole reversals only. */
  readonly includesRefunds: boolean;
  /** Rows that could not be understood, in sentences. */
  readonly unreadable: readonly string[];
}

/** A row of the file by the names of its columns, in lower case without anything but letters and digits. */
export type ExportRow = Readonly<Record<string, string>>;

/** What makes a provider's rows, and knows them by their columns. */
export interface ExportFormat {
  readonly provider: Provider;
  /** How to get such a file, and what it must hold. */
  readonly description: string;
  readonly includesRefunds: boolean;
  matches(columns: readonly string[]): boolean;
  /** The movement of a row; null when no money moved; a text says why the row cannot be understood. */
  movement(row: ExportRow): ExportedMovement | null | string;
}

/** The first of these columns that a row has. */
export function cell(row: ExportRow, ...names: readonly string[]): string {
  for (const name of names) {
    const value = row[name]?.trim();
    if (value) return value;
  }
  return "";
}

/** The texts that are not empty, each once. */
export function texts(...values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ""))];
}
