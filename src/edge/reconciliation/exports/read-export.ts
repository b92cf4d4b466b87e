import { csvReader } from "~/domain/words/csv-reader.ts";
import type { ExportedMovement, ExportFormat, ExportRow, ProviderExport } from "./exported-payments.ts";
import { paypalExport } from "./paypal-export.ts";
import { paystackExport } from "./paystack-export.ts";

/** PayPal's first: its file also has a column that reads like Paystack's. */
const FORMATS: readonly ExportFormat[] = [paypalExport, paystackExport];

/** Reads a provider's export as a stream. */
export interface ExportReader {
  write(piece: string): void;
  /** Rows so far, without the names of the columns. */
  readonly rows: number;
  /** To be called once, after the last piece; what is returned in place of an export says why the text is not one. */
  end(): ProviderExport | NoExport;
}

export interface NoExport {
  /** The names of the columns, in lower case without anything but letters and digits. */
  readonly columns: readonly string[];
}

/** What an export must be, for each that is known. */
export const KNOWN_EXPORTS: readonly string[] = FORMATS.map(({ description }) => description);

/** Reads a provider's CSV export, whichever it is, and retains of each row only the movement of money. */
export function exportReader(): ExportReader {
  let columns: readonly string[] | null = null;
  let format: ExportFormat | undefined;
  let rows = 0;
  const movements: ExportedMovement[] = [];
  const unreadable: string[] = [];
  const reader = csvReader((cells) => {
    if (!columns) {
      columns = cells.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
      format = FORMATS.find((each) => each.matches(columns ?? []));
      return;
    }
    rows += 1;
    if (!format) return;
    const row: ExportRow = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""]));
    const movement = format.movement(row);
    if (typeof movement === "string") unreadable.push(`row ${rows}: ${movement}`);
    else if (movement) movements.push(movement);
  });
  return {
    write: reader.write,
    get rows() {
      return rows;
    },
    end: () => {
      const { isCutOff } = reader.end();
      if (!format) return { columns: columns ?? [] };
      if (isCutOff) unreadable.push(`row ${rows}: a quote is opened and never closed`);
      return { provider: format.provider, movements, includesRefunds: format.includesRefunds, unreadable };
    },
  };
}

/** Reads an export that is there as a whole; a text says why it cannot be one. */
export function readExport(text: string): ProviderExport | string {
  const reader = exportReader();
  reader.write(text);
  const read = reader.end();
  if (!("columns" in read)) return read;
  return [
    `this is no export that is known here; its columns are: ${read.columns.join(", ") || "none"}.`,
    ...KNOWN_EXPORTS.map((description) => `- ${description}`),
  ].join("\n");
}
