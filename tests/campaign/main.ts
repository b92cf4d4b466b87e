import { BROKEN_EDGES } from "./broken-edges.ts";
import type { Ends } from "./invariants/ends.ts";
import {
  capturesAfterPayment,
  chargesPaidTwice,
  startedApart,
  wrongStatuses,
} from "./invariants/enrolments.ts";
import {
  foundByComparison,
  lostMails,
  missingReceipts,
  repeatsAmong,
  wrongMails,
  wrongNotices,
  wrongPayouts,
} from "./invariants/mails.ts";
import {
  paidTwice,
  staleReplies,
  unnotifiedPayers,
  wrongPages,
  wrongRecords,
} from "./invariants/payments.ts";
import { missingLateLists, wrongReminders } from "./invariants/reminders.ts";
import { playRun } from "./run.ts";

interface Options {
  readonly seed: number;
  readonly runs: number;
  /** Plays these alone, one after the other, and traces them line by line; none for all. */
  readonly traced: readonly number[];
  /** Plays against edges that are broken on purpose. */
  readonly isBroken: boolean;
}

/** Plays the campaign and prints how it ended. @returns the exit code: 1 when anything that must hold did not */
export async function main(options: Options): Promise<number> {
  return options.isBroken ? playBroken(options) : play(options);
}

/** What must hold at the end of every run, seen from outside; each with what finds where it does not: a sentence for each place. */
const INVARIANTS: Readonly<Record<string, (ends: Ends) => Iterable<string>>> = {
  "What is recorded is what the providers' books say.": wrongRecords,
  "Nobody pays twice for one thing unless they said so.": paidTwice,
  "Everybody who agreed to pay learns how it ended.": unnotifiedPayers,
  "Each try at a capture is answered for itself.": staleReplies,
  "Staff can always tell which notice is the latest.": wrongNotices,
  "Nobody reads one thing in two mails, or of money that was not taken.": wrongMails,
  "A page never says paid of what was not charged.": wrongPages,
  "Payouts are known, and those that failed reported.": wrongPayouts,
  "No mail is lost.": lostMails,
  "Each payment has a receipt.": missingReceipts,
  "My enrolment shows what the books say.": wrongStatuses,
  "No checkout opens for what is paid.": chargesPaidTwice,
  "No money is taken for what is known to be paid.": capturesAfterPayment,
  "Who pays the same at once pays one payment.": startedApart,
  "Reminders come when they should, once, and stop.": wrongReminders,
  "Staff are told of each late payment.": missingLateLists,
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const allRuns = (runs: number) => Array.from({ length: runs }, (_, place) => place + 1);

/** What is wrong, a sentence each; nothing where all holds. */
const problemsIn = (ends: Ends) => Object.values(INVARIANTS).flatMap((find) => [...find(ends)]);

const recorded = ({ payments }: Ends, status: string) =>
  payments.filter(({ row }) => row?.status === status).length;
const plans = ({ views }: Ends, isComplete: boolean) =>
  views.filter(({ charges, state }) => charges.length > 2 && (state === "complete") === isComplete).length;
const delivered = ({ mails }: Ends, subjects: RegExp) =>
  mails.filter(({ subject }) => subjects.test(subject)).length;

/** What is counted of a run's end. */
const OUTCOMES: Readonly<Record<string, (ends: Ends) => number>> = {
  "payments charged": ({ payments }) => payments.filter(({ charges }) => charges > 0).length,
  "of these, money went back": ({ payments }) =>
    payments.filter(({ heldMinor, chargedMinor }) => heldMinor < chargedMinor).length,
  "of these, found by the comparison of the books alone": foundByComparison,
  "recorded paid": (ends) => recorded(ends, "paid"),
  "recorded short-paid": (ends) => recorded(ends, "short-paid"),
  "recorded refunded": (ends) => recorded(ends, "refunded"),
  "recorded unpaid": (ends) => recorded(ends, "unpaid"),
  "plans paid to the end": (ends) => plans(ends, true),
  "plans not paid to the end": (ends) => plans(ends, false),
  "receipts delivered": (ends) => delivered(ends, /^Receipt: /),
  "reminders delivered": (ends) => delivered(ends, /^(?:Due|Overdue)/),
  "mails delivered": (ends) => delivered(ends, /^/),
  "of these again under the same Message-ID": ({ mails }) => repeatsAmong(mails),
};

/** How many broken runs are shown; each can be played again. */
const MOST_SHOWN = 10;

async function play({ seed, runs, traced }: Options): Promise<number> {
  const startedAt = performance.now();
  const now = performance.now.bind(performance);
  const numbers = traced.length > 0 ? traced : allRuns(runs);
  const faults = new Map<string, { struck: number; runs: number }>();
  const outcomes = new Map<string, number>();
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
  print(`Seed ${seed}, ${((now() - startedAt) / 1000).toFixed(1)} s.`);
  return broken.length > 0 ? 1 : 0;
}

/** @returns 1 when one of the broken edges was not noticed in so many runs */
async function playBroken({ seed, runs }: Options): Promise<number> {
  let unnoticed = 0;
  for (const [name, edge] of Object.entries(BROKEN_EDGES)) {
    Object.assign(globalThis, { brokenEdge: name });
    let noticed = "NOT NOTICED";
    for (const run of [edge.lastIn, ...allRuns(runs)]) {
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
