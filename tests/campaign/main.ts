import { lagosDay } from "~/domain/dates/day.ts";
import { breakCode } from "./broken-code.ts";
import { BROKEN_EDGES } from "./broken-edges.ts";
import { playCohort } from "./cohort.ts";
import type { Ends } from "./invariants/ends.ts";
import { INVARIANTS } from "./invariants/invariants.ts";
import { foundByComparison, repeatsAmong } from "./invariants/mails.ts";
import { planOf, playRun } from "./run.ts";

interface Options {
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
export async function main(options: Options): Promise<number> {
  if (options.cohort !== null) {
    await playCohort(lagosDay(new Date()), options.cohort);
    return 0;
  }
  return options.isBroken ? playBroken(options) : play(options);
}

/** What is wrong, a sentence each; nothing where all holds. */
const problemsIn = (ends: Ends) => Object.values(INVARIANTS).flatMap((find) => find(ends));

const accounts = (ends: Ends, isCounted: (account: Ends["accounts"][number]) => boolean) =>
  ends.accounts.filter(isCounted).length;
const recorded = (ends: Ends, status: string) => ends.payments.filter((row) => row.status === status).length;
const plans = (ends: Ends, isComplete: boolean) =>
  ends.views.filter(({ charges, state }) => charges.length > 2 && (state === "complete") === isComplete)
    .length;
const mails = ({ mailboxes }: Ends, subjects: RegExp) =>
  mailboxes.received.filter(({ subject }) => subjects.test(subject)).length;

/** What is counted of a run's end. */
const OUTCOMES: Readonly<Record<string, (ends: Ends) => number>> = {
  "payments charged": (ends) => accounts(ends, ({ charges }) => charges > 0),
  "of these, money went back": (ends) =>
    accounts(ends, ({ heldMinor, chargedMinor }) => heldMinor < chargedMinor),
  "of these, found by the comparison of the books alone": foundByComparison,
  "recorded paid": (ends) => recorded(ends, "paid"),
  "recorded short-paid": (ends) => recorded(ends, "short-paid"),
  "recorded refunded": (ends) => recorded(ends, "refunded"),
  "recorded unpaid": (ends) => recorded(ends, "unpaid"),
  "plans paid to the end": (ends) => plans(ends, true),
  "plans not paid to the end": (ends) => plans(ends, false),
  "receipts delivered": (ends) => mails(ends, /^Receipt: /),
  "reminders delivered": (ends) => mails(ends, /^(?:Due|Overdue)/),
  "mails delivered": (ends) => mails(ends, /^/),
  "of these again under the same Message-ID": ({ mailboxes }) => repeatsAmong(mailboxes),
};

/** How many broken runs are shown; each can be played again. */
const MOST_SHOWN = 10;

async function play({ seed, runs, traced }: Options): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const numbers = traced.length > 0 ? traced : allRuns(runs);
  const faults = new Map<string, { struck: number; runs: number }>();
  const outcomes = new Map(Object.keys(OUTCOMES).map((what) => [what, 0]));
  const broken: { readonly run: number; problems: readonly string[] }[] = [];
  for (const run of numbers) {
    const ends = await playRun(seed, run);
    const problems = problemsIn(ends);
    if (problems.length > 0) broken.push({ run, problems });
    for (const [name, count] of ends.faults) {
      const known = faults.get(name) ?? { struck: 0, runs: 0 };
      faults.set(name, { struck: known.struck + count, runs: known.runs + 1 });
    }
    for (const [what, count] of Object.entries(OUTCOMES)) {
      outcomes.set(what, (outcomes.get(what) ?? 0) + count(ends));
    }
    if (traced.length > 0) print([JSON.stringify(ends.plan, null, 2), ...ends.trace, ""].join("\n"));
  }
  print("| fault | struck | in runs |\n|---|---|---|");
  for (const [name, count] of [...faults].sort(([a], [b]) => a.localeCompare(b))) {
    print(`| ${name} | ${count.struck} | ${count.runs} |`);
  }
  print("\n| outcome | count |\n|---|---|");
  for (const [what, count] of outcomes) print(`| ${what} | ${count} |`);
  print(`| runs in which all holds | ${numbers.length - broken.length} of ${numbers.length} |\n`);
  for (const { run, problems } of broken.slice(0, MOST_SHOWN)) {
    print(`Run ${run} of seed ${seed}, again with: npm run campaign -- --seed ${seed} --run ${run}`);
    for (const problem of problems) print(`  ${problem}`);
  }
  const others = broken.slice(MOST_SHOWN).map(({ run }) => run);
  if (others.length > 0) print(`and ${others.length} runs more: ${others.join(" ")}`);
  print(`Seed ${seed}, ${(performance.now() / 1000).toFixed(1)} s.`);
  return broken.length > 0 ? 1 : 0;
}

const allRuns = (runs: number) => Array.from({ length: runs }, (_, place) => place + 1);

/** @returns 1 when one of the broken edges was not noticed in so many runs */
async function playBroken({ seed, runs }: Options): Promise<number> {
  let unnoticed = 0;
  for (const [name, edge] of Object.entries(BROKEN_EDGES)) {
    let noticed: string | undefined;
    breakCode(name);
    for (const run of [edge.lastIn, ...allRuns(runs)]) {
      if (noticed) break;
      const plan = planOf(seed, run);
      // A crowd takes long, and makes none of them show.
      if (plan.crowd || edge.showsIn?.(plan) === false) continue;
      const problems = problemsIn(await playRun(seed, run, edge));
      const problem = problems.find((sentence) => edge.noticedBy.test(sentence));
      noticed = problem && `run ${run}: ${problem}`;
    }
    process.stdout.write(`An edge that ${name}: ${noticed ?? "NOT NOTICED"}\n`);
    if (!noticed) unnoticed += 1;
  }
  return unnoticed > 0 ? 1 : 0;
}
