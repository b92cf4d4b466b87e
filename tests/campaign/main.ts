import { BROKEN_EDGES } from "./broken-edges.ts";
import { faultsOf, STORIES } from "./checkout.ts";
import { OF_AGREED_DATES } from "./invariants/agreed-dates.ts";
import type { Ends } from "./invariants/ends.ts";
import { OF_ENROLMENTS } from "./invariants/enrolments.ts";
import { foundByComparison, OF_MAILS } from "./invariants/mails.ts";
import { OF_PAYMENTS } from "./invariants/payments.ts";
import { OF_REMINDERS } from "./invariants/reminders.ts";
import { OF_SECOND_TIMES } from "./invariants/second-times.ts";
import { OF_VOUCHERS } from "./invariants/vouchers.ts";
import { FAULTS } from "./plan.ts";
import { playRun } from "./run.ts";

/** The rules for the end of every run, seen from outside. */
const INVARIANTS = {
  ...OF_PAYMENTS,
  ...OF_MAILS,
  ...OF_ENROLMENTS,
  ...OF_REMINDERS,
  ...OF_SECOND_TIMES,
  ...OF_VOUCHERS,
  ...OF_AGREED_DATES,
};

/** The counters of what happened. Where nothing happens, every rule holds. */
const OUTCOMES: Readonly<Record<string, (ends: Ends) => number>> = {
  "payments charged": ({ payments }) => payments.filter(({ charges }) => charges > 0).length,
  "of these, money went back": ({ payments }) =>
    payments.filter(({ heldMinor, chargedMinor }) => heldMinor < chargedMinor).length,
  "of these, found by the comparison of the books alone": foundByComparison,
  "plans paid to the end": ({ views }) =>
    views.filter(({ charges, state }) => charges.length > 2 && state === "complete").length,
  "vouchers used": ({ agreedSums }) => agreedSums.filter(({ isConfirmed }) => isConfirmed === 1).length,
  "of these, too often": ({ agreedSums }) => agreedSums.filter(({ isOverused }) => isOverused === 1).length,
  "dates agreed": ({ dueDates }) => dueDates.filter(({ isAgreed }) => isAgreed).length,
  "receipts delivered": ({ mails }) => mails.filter(({ says }) => says === "receipt").length,
  "reminders delivered": ({ mails }) =>
    mails.filter(({ subject }) => /^(?:Due|Overdue)/.test(subject)).length,
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const realNow = performance.now.bind(performance);

/** Returns a sentence for each broken rule; none where all hold. */
const problemsIn = (ends: Ends) => Object.values(INVARIANTS).flatMap((find) => [...find(ends)]);

/** Plays runs by their numbers. @returns the exit code: 1 when anything that must hold did not */
export async function play(seed: number, runs: readonly number[], isTraced: boolean): Promise<number> {
  const startedAt = realNow();
  const faults: string[] = [];
  const outcomes = new Map<string, number>();
  let broken = 0;
  for (const run of runs) {
    const ends = await playRun(seed, run);
    const problems = problemsIn(ends);
    faults.push(...ends.faults);
    for (const [what, count] of Object.entries(OUTCOMES)) {
      outcomes.set(what, (outcomes.get(what) ?? 0) + count(ends));
    }
    if (isTraced) print([...ends.trace, ""].join("\n"));
    if (problems.length === 0) continue;
    broken += 1;
    print(`Run ${run} of seed ${seed}, again with: npm run campaign -- --seed ${seed} --run ${run}`);
    for (const problem of problems) print(`  ${problem}`);
  }
  const struck = [...Map.groupBy(faults, (name) => name)].sort();
  for (const [name, strikes] of struck) print(`${strikes.length} × ${name}`);
  const kinds = [
    ...Object.values(FAULTS).flat().map(String),
    ...Object.values(STORIES).flat().flatMap(faultsOf),
  ];
  const missing = new Set(kinds).difference(
    new Set(kinds.filter((kind) => struck.some(([name]) => name.endsWith(kind)))),
  );
  for (const [what, count] of outcomes) print(`${what}: ${count}`);
  print(`Faults that never struck: ${[...missing].join(", ") || "none"}.`);
  print(
    `All holds in ${runs.length - broken} of ${runs.length} runs of seed ${seed}, ${((realNow() - startedAt) / 1000).toFixed(1)} s.`,
  );
  return broken > 0 ? 1 : 0;
}

/** Plays edges that are broken on purpose. @returns 1 when one of them was not noticed in these runs */
export async function playBroken(seed: number, runs: readonly number[]): Promise<number> {
  let unnoticed = 0;
  for (const [name, edge] of Object.entries(BROKEN_EDGES)) {
    Object.assign(globalThis, { brokenEdge: name });
    let noticed = "NOT NOTICED";
    for (const run of [edge.lastIn, ...runs]) {
      const problem = problemsIn(await playRun(seed, run, edge)).find((each) => edge.noticedBy.test(each));
      if (!problem) continue;
      noticed = `run ${run}: ${problem}`;
      break;
    }
    print(`An edge that ${name}: ${noticed}`);
    if (noticed === "NOT NOTICED") unnoticed += 1;
  }
  return unnoticed > 0 ? 1 : 0;
}
