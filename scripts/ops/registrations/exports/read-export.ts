import Papa from "papaparse";
import type { ExportedMovement, ExportFormat, ExportRow, ProviderExport } from "./exported-payments.ts";
import { paypalExport } from "./paypal-export.ts";
import { paystackExport } from "./paystack-export.ts";

/** PayPal's first: its file also has a column that reads like Paystack's. */
const FORMATS: readonly ExportFormat[] = [paypalExport, paystackExport];

/** Reads a provider's CSV export, whichever it is; a text says why it cannot be one. */
export function readExport(text: string): ProviderExport | string {
  const { data, meta, errors } = Papa.parse<ExportRow>(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""),
  });
  const columns = meta.fields ?? [];
  const format = FORMATS.find((each) => each.matches(columns));
  if (!format) {
    return [
      `this is no export that is known here; its columns are: ${columns.join(", ") || "none"}.`,
      ...FORMATS.map(({ description }) => `- ${description}`),
    ].join("\n");
  }
  const movements: ExportedMovement[] = [];
  const unreadable = errors
    .filter(({ type }) => type === "Quotes")
    .map(({ row, message }) => `row ${(row ?? 0) + 1}: ${message}`);
  for (const [index, row] of data.entries()) {
    const movement = format.movement(row);
    if (typeof movement === "string") unreadable.push(`row ${index + 1}: ${movement}`);
    else if (movement) movements.push(movement);
  }
  return { provider: format.provider, movements, includesRefunds: format.includesRefunds, unreadable };
}
