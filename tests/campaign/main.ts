import { BROKEN_EDGES } from "./broken-edges.ts";
import { faultsOf, STORIES } from "./checkout.ts";
import { AGREED_DATE_RULES } from "./invariants/agreed-dates.ts";
import { ENROLMENT_RULES } from "./invariants/enrolments.ts";
import type { FinishedRun } from "./invariants/finished-run.ts";
import { LATER_CHANGE_RULES } from "./invariants/later-changes.ts";
import { foundByComparison, MAIL_RULES } from "./invariants/mails.ts";
import { PAYMENT_RULES } from "./invariants/payments.ts";
import { REMINDER_RULES } from "./invariants/reminders.ts";
import { FAULTS } from "./plan.ts";
import { playRun } from "./run.ts";

const RULES = {
  ...PAYMENT_RULES,
  ...MAIL_RULES,
  ...ENROLMENT_RULES,
  ...REMINDER_RULES,
  ...LATER_CHANGE_RULES,
  ...AGREED_DATE_RULES,
};

/** The counters of outcomes. They show that the rules had something to check. */
const OUTCOMES: Readonly<Record<string, (run: FinishedRun) => number>> = {
  "payments charged": ({ payments }) => payments.filter(({ timesCharged }) => timesCharged > 0).length,
  "of these, money went back": ({ payments }) =>
    payments.filter(({ heldMinor, chargedMinor }) => heldMinor < chargedMinor).length,
  "of these, found by the comparison of the books alone": foundByComparison,
  "plans paid to the end": ({ views }) =>
    views.filter(({ charges, state }) => charges.length > 2 && state === "complete").length,
  "vouchers used": ({ voucherUses }) => voucherUses.length,
  "of these, too often": ({ voucherUses }) => voucherUses.filter(({ isOverused }) => isOverused === 1).length,
  "dates agreed": ({ dueDates }) => dueDates.filter(({ isAgreed }) => isAgreed).length,
  "receipts delivered": ({ mails }) => mails.filter(({ reported }) => reported === "receipt").length,
  "reminders delivered": ({ mails }) =>
    mails.filter(({ subject }) => /^(?:Due|Overdue)/.test(subject)).length,
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const realNow = performance.now.bind(performance);

/** Returns a sentence for each place where a run breaks a rule. */
const problemsIn = (run: FinishedRun) => Object.values(RULES).flatMap((rule) => [...rule(run)]);

/** Plays runs by their numbers. @returns the exit code: 1 if a run broke a rule */
export async function play(seed: number, numbers: readonly number[], isTraced: boolean): Promise<number> {
  const startedAt = realNow();
  const faults: string[] = [];
  const outcomes = new Map<string, number>();
  let failedRuns = 0;
  for (const number of numbers) {
    const run = await playRun(seed, number);
    const problems = problemsIn(run);
    faults.push(...run.faults);
    for (const [name, count] of Object.entries(OUTCOMES)) {
      outcomes.set(name, (outcomes.get(name) ?? 0) + count(run));
    }
    if (isTraced) print([...run.trace, ""].join("\n"));
    if (problems.length === 0) continue;
    failedRuns += 1;
    print(`Run ${number} of seed ${seed}, again with: npm run campaign -- --seed ${seed} --run ${number}`);
    for (const problem of problems) print(`  ${problem}`);
  }
  printFaults(faults);
  for (const [name, count] of outcomes) print(`${name}: ${count}`);
  print(`Faults that never struck: ${missingFaults(faults).join(", ") || "none"}.`);
  print(
    `All holds in ${numbers.length - failedRuns} of ${numbers.length} runs of seed ${seed}, ${((realNow() - startedAt) / 1000).toFixed(1)} s.`,
  );
  return failedRuns > 0 ? 1 : 0;
}

function printFaults(faults: readonly string[]): void {
  const strikes = [...Map.groupBy(faults, (name) => name)].sort();
  for (const [name, { length }] of strikes) print(`${length} × ${name}`);
}

function missingFaults(faults: readonly string[]): string[] {
  const kinds = [
    ...Object.values(FAULTS).flat().map(String),
    ...Object.values(STORIES).flat().flatMap(faultsOf),
  ];
  return [...new Set(kinds)].filter((kind) => !faults.some((name) => name.endsWith(kind)));
}

/** Plays edges that are broken on purpose. @returns the exit code: 1 if one of them broke no rule */
export async function playBroken(seed: number, numbers: readonly number[]): Promise<number> {
  let unnoticed = 0;
  for (const [name, edge] of Object.entries(BROKEN_EDGES)) {
    Object.assign(globalThis, { brokenEdge: name });
    let result = "NOT NOTICED";
    for (const number of [edge.noticedInRun, ...numbers]) {
      const run = await playRun(seed, number, edge);
      const problem = problemsIn(run).find((sentence) => edge.noticedBy.test(sentence));
      if (!problem) continue;
      result = `run ${number}: ${problem}`;
      break;
    }
    print(`An edge that ${name}: ${result}`);
    if (result === "NOT NOTICED") unnoticed += 1;
  }
  return unnoticed > 0 ? 1 : 0;
}
