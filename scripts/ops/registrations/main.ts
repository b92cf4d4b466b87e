import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Query } from "~/edge/query.ts";
import { compareExport } from "~/edge/reconciliation/exports/compare-export.ts";
import { readExport } from "~/edge/reconciliation/exports/read-export.ts";
import { recordedFor } from "~/edge/reconciliation/exports/recorded-payments.ts";
import { csvOf, tableOf } from "./format-list.ts";
import { listRegistrations } from "./list-registrations.ts";
import type { Options } from "./options.ts";
import { readingDatabase } from "./reading-database.ts";
import { reconciliationReport } from "./reconciliation-report.ts";

export { readOptions } from "./options.ts";

/** Without it, Excel takes UTF-8 for something else and spoils every accented name. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Lists or compares; returns the exit code: 1 when something differs, 2 when a file cannot be read or written. */
export async function main(options: Options, query: Query): Promise<0 | 1 | 2> {
  return options.reconcile === null ? list(options, query) : compare(options.reconcile, options, query);
}

async function list(options: Options, query: Query): Promise<0 | 2> {
  const registrations = await listRegistrations(query, options);
  const text = options.format === "csv" ? csvOf(registrations) : `${tableOf(registrations)}\n`;
  if (options.output === null) {
    process.stdout.write(text);
    return 0;
  }
  try {
    // Personal data: only this user may read it.
    writeFileSync(options.output, options.format === "csv" ? BYTE_ORDER_MARK + text : text, { mode: 0o600 });
  } catch (error) {
    console.error(`${options.output} cannot be written: ${wordsOf(error)}`);
    return 2;
  }
  console.log(`Written to ${options.output}. Registrations: ${registrations.length}.`);
  return 0;
}

async function compare(file: string, { period }: Options, query: Query): Promise<0 | 1 | 2> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    console.error(`${file} cannot be read: ${wordsOf(error)}`);
    return 2;
  }
  const exported = readExport(text);
  if (typeof exported === "string") {
    console.error(`${file}: ${exported}`);
    return 2;
  }
  const recorded = await recordedFor(readingDatabase(query), exported, period);
  const result = compareExport(exported, recorded, period);
  console.log(reconciliationReport(basename(file), result));
  return result.isEqual ? 0 : 1;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
