import { parseArgs } from "node:util";
import { isDay } from "~/domain/dates/day.ts";
import type { RegistrationStatus } from "~/domain/payments/payment-history.ts";
import type { AskedDays } from "~/edge/reconciliation/exports/compare-export.ts";

export interface Options {
  readonly format: "table" | "csv";
  /** Where the list goes; null for the screen. */
  readonly output: string | null;
  readonly period: AskedDays;
  readonly status: RegistrationStatus | null;
  readonly flagged: boolean;
  /** An export of a payment provider's to compare with; null to list. */
  readonly reconcile: string | null;
  readonly remote: boolean;
  readonly env: string | undefined;
}

const FORMATS = ["table", "csv"] as const;
const STATUSES: readonly RegistrationStatus[] = ["unpaid", "paid", "short-paid", "refunded"];

/** What was asked for on the command line, or what is wrong with it, in a sentence. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        since: { type: "string" },
        until: { type: "string" },
        format: { type: "string", default: "table" },
        output: { type: "string" },
        status: { type: "string" },
        flagged: { type: "boolean", default: false },
        reconcile: { type: "string" },
        remote: { type: "boolean", default: false },
        env: { type: "string" },
      },
    });
    return {
      format: oneOf("--format", FORMATS, values.format),
      output: values.output ?? null,
      period: { since: day("--since", values.since), until: day("--until", values.until) },
      status: values.status === undefined ? null : oneOf("--status", STATUSES, values.status),
      flagged: values.flagged,
      reconcile: values.reconcile ?? null,
      remote: values.remote,
      env: values.env,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function oneOf<Word extends string>(name: string, words: readonly Word[], word: string): Word {
  const found = words.find((each) => each === word);
  if (!found) throw new Error(`${name} is one of ${words.join(", ")}, not ${word}.`);
  return found;
}

function day(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isDay(text)) {
    throw new Error(`${name} is a day such as 2026-01-31, not ${text}.`);
  }
  return text;
}
