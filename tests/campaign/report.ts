import type { RunResult } from "./run.ts";

/** How many broken runs are told of; each can be played again. */
const MOST_TOLD = 10;

/** The campaign in lines: what struck, what came of it, and each run in which something that must hold did not. */
export function report(
  results: readonly RunResult[],
  { seed, isTold, ms }: { seed: number; isTold: boolean; ms: number },
): string[] {
  const broken = results.filter(({ problems }) => problems.length > 0);
  const sum = (count: (result: RunResult) => number) => results.reduce((all, each) => all + count(each), 0);
  const charged = sum(({ ends }) => ends.charges.length);
  const paid = sum(({ ends }) => ends.registrations.filter(({ status }) => status === "paid").length);
  const mails = sum(({ ends }) => ends.received.length);
  const repeats = sum(
    ({ ends: { received } }) =>
      received.length - new Set(received.map(({ to, messageId }) => `${to} ${messageId}`)).size,
  );
  const uncharged = sum(
    ({ ends }) =>
      ends.registrations.filter(({ reference }) => !ends.charges.some((each) => each.reference === reference))
        .length,
  );
  return [
    ...(isTold ? results.flatMap(({ plan, trace }) => [JSON.stringify(plan, null, 2), ...trace, ""]) : []),
    "| fault | struck | in runs |",
    "|---|---|---|",
    ...faultRows(results),
    "",
    "| outcome | count |",
    "|---|---|",
    `| registrations charged | ${charged} |`,
    `| recorded paid | ${paid} |`,
    `| begun and not charged | ${uncharged} |`,
    `| mails delivered to staff | ${mails} |`,
    `| of these again under the same Message-ID | ${repeats} |`,
    `| runs in which all holds | ${results.length - broken.length} of ${results.length} |`,
    "",
    ...broken
      .slice(0, MOST_TOLD)
      .flatMap(({ run, problems }) => [
        `Run ${run} of seed ${seed}, again with: npm run campaign -- --seed ${seed} --run ${run}`,
        ...problems.map((problem) => `  ${problem}`),
      ]),
    ...(broken.length > MOST_TOLD
      ? [`and ${broken.length - MOST_TOLD} runs more: ${broken.map(({ run }) => run).join(" ")}`]
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
