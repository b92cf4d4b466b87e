import { lagosDay } from "~/domain/dates/day.ts";
import { breakCode } from "./broken-code.ts";
import { BROKEN_EDGES } from "./broken-edges.ts";
import { playCohort } from "./cohort.ts";
import { report } from "./report.ts";
import { planOf, playRun, type RunResult } from "./run.ts";

export interface CampaignOptions {
  readonly seed: number;
  readonly runs: number;
  /** Plays these alone, one after the other, and traces them line by line; none for all. */
  readonly traced: readonly number[];
  /** Plays against edges that are broken on purpose. */
  readonly isBroken: boolean;
  /** Plays a cohort in which nothing fails, and writes its database to this file; null for the campaign. */
  readonly cohort: string | null;
}

/** Plays the campaign and prints how it ended. @returns the exit code: 1 when anything that must hold did not */
export async function main(options: CampaignOptions): Promise<number> {
  if (options.cohort !== null) {
    await playCohort(lagosDay(new Date()), options.cohort);
    return 0;
  }
  return options.isBroken ? playBroken(options) : play(options);
}

async function play({ seed, runs, traced }: CampaignOptions): Promise<number> {
  const started = performance.now();
  const results: RunResult[] = [];
  const isTraced = traced.length > 0;
  for (const number of isTraced ? traced : allRuns(runs)) results.push(await playRun(seed, number));
  const lines = report(results, { seed, isTraced, ms: performance.now() - started });
  process.stdout.write(`${lines.join("\n")}\n`);
  return results.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

const allRuns = (runs: number) => Array.from({ length: runs }, (_, place) => place + 1);

/** @returns 1 when one of the broken edges was not noticed in so many runs */
async function playBroken({ seed, runs }: CampaignOptions): Promise<number> {
  let unnoticed = 0;
  for (const [name, edge] of Object.entries(BROKEN_EDGES)) {
    let noticed: string | undefined;
    breakCode(name);
    for (const run of [edge.lastIn, ...allRuns(runs)]) {
      if (noticed) break;
      const plan = planOf(seed, run);
      // A crowd takes long, and makes none of them show.
      if (plan.crowd || edge.showsIn?.(plan) === false) continue;
      const { problems } = await playRun(seed, run, edge);
      const problem = problems.find((sentence) => edge.noticedBy.test(sentence));
      noticed = problem && `run ${run}: ${problem}`;
    }
    process.stdout.write(`An edge that ${name}: ${noticed ?? "NOT NOTICED"}\n`);
    if (!noticed) unnoticed += 1;
  }
  return unnoticed > 0 ? 1 : 0;
}
