import { foundByComparison } from "./invariants/compared-books.ts";
import { repeatsAmong } from "./invariants/invariants.ts";
import type { RunResult } from "./run.ts";

/** How many broken runs are shown; each can be played again. */
const MOST_SHOWN = 10;

/** The campaign in lines: the faults, their results, and each run in which something that must hold did not. */
export function report(
  results: readonly RunResult[],
  { seed, isTraced, ms }: { seed: number; isTraced: boolean; ms: number },
): string[] {
  const broken = results.filter(({ problems }) => problems.length > 0);
  const sum = (count: (result: RunResult) => number) => results.reduce((all, each) => all + count(each), 0);
  const accounts = (count: (account: RunResult["ends"]["accounts"][number]) => boolean) =>
    sum(({ ends }) => ends.accounts.filter(count).length);
  const recorded = (count: (row: RunResult["ends"]["payments"][number]) => boolean) =>
    sum(({ ends }) => ends.payments.filter(count).length);
  const views = (count: (view: RunResult["ends"]["views"][number]) => boolean) =>
    sum(({ ends }) => ends.views.filter(({ charges }) => charges.length > 2).filter(count).length);
  const mails = (subjects: RegExp) =>
    sum(({ ends }) => ends.received.filter(({ subject }) => subjects.test(subject)).length);
  return [
    ...(isTraced ? results.flatMap(({ plan, trace }) => [JSON.stringify(plan, null, 2), ...trace, ""]) : []),
    "| fault | struck | in runs |",
    "|---|---|---|",
    ...faultRows(results),
    "",
    "| outcome | count |",
    "|---|---|",
    `| payments charged | ${accounts(({ charges }) => charges > 0)} |`,
    `| of these, money went back | ${accounts(({ chargedMinor, heldMinor }) => heldMinor < chargedMinor)} |`,
    `| of these, found by the comparison of the books alone | ${sum(({ ends }) => foundByComparison(ends))} |`,
    `| recorded paid | ${recorded(({ status }) => status === "paid")} |`,
    `| recorded short-paid | ${recorded(({ status }) => status === "short-paid")} |`,
    `| recorded refunded | ${recorded(({ status }) => status === "refunded")} |`,
    `| recorded unpaid | ${recorded(({ status }) => status === "unpaid")} |`,
    `| plans paid to the end | ${views(({ state }) => state === "complete")} |`,
    `| plans not paid to the end | ${views(({ state }) => state !== "complete")} |`,
    `| receipts delivered | ${mails(/^Receipt: /)} |`,
    `| reminders delivered | ${mails(/^(?:Due|Overdue)/)} |`,
    `| mails delivered | ${sum(({ ends }) => ends.received.length)} |`,
    `| of these again under the same Message-ID | ${sum(({ ends }) => repeatsAmong(ends.received))} |`,
    `| runs in which all holds | ${results.length - broken.length} of ${results.length} |`,
    "",
    ...broken
      .slice(0, MOST_SHOWN)
      .flatMap(({ run, problems }) => [
        `Run ${run} of seed ${seed}, again with: npm run campaign -- --seed ${seed} --run ${run}`,
        ...problems.map((problem) => `  ${problem}`),
      ]),
    ...(broken.length > MOST_SHOWN
      ? [`and ${broken.length - MOST_SHOWN} runs more: ${broken.map(({ run }) => run).join(" ")}`]
      : []),
    `Seed ${seed}, ${(ms / 1000).toFixed(1)} s.`,
  ];
}

function faultRows(results: readonly RunResult[]): string[] {
  const totals = new Map<string, { struck: number; runs: number }>();
  for (const { faults } of results) {
    for (const [name, count] of faults) {
      const { struck, runs } = totals.get(name) ?? { struck: 0, runs: 0 };
      totals.set(name, { struck: struck + count, runs: runs + 1 });
    }
  }
  return [...totals]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { struck, runs }]) => `| ${name} | ${struck} | ${runs} |`);
}
