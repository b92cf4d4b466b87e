import { report } from "./report.ts";
import { playRun, type RunResult } from "./run.ts";

export interface CampaignOptions {
  readonly seed: number;
  readonly runs: number;
  /** Plays this run alone and tells it line by line; null for all. */
  readonly run: number | null;
}

/** Plays the campaign and prints how it ended. @returns the exit code: 1 when anything that must hold did not */
export async function main({ seed, runs, run }: CampaignOptions): Promise<number> {
  const began = performance.now();
  const results: RunResult[] = [];
  const numbers = run === null ? Array.from({ length: runs }, (_, place) => place + 1) : [run];
  for (const number of numbers) results.push(await playRun(seed, number));
  const lines = report(results, { seed, isTold: run !== null, ms: performance.now() - began });
  process.stdout.write(`${lines.join("\n")}\n`);
  return results.some(({ problems }) => problems.length > 0) ? 1 : 0;
}
