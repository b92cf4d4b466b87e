import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Each in its own process, so that they run in parallel. */
const play = async (...options: string[]) => {
  const run = promisify(execFile)(process.execPath, ["tests/campaign/campaign.mjs", ...options], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  // The report says more than the exit code.
  const { stdout, stderr } = await run.catch((failed) => failed);
  return `${stdout || stderr}`;
};

test.concurrent("nobody pays twice, is left uninformed, reminded in vain or misreported to staff, in 60 of 60 runs", {
  timeout: 600_000,
}, async ({ expect }) => {
  const report = await play("--seed", "1", "--runs", "60");
  expect(report).toContain("| runs in which all holds | 60 of 60 |");
  const count = (what: string) => Number(new RegExp(`^\\| ${what} \\| (\\d+) \\|$`, "m").exec(report)?.[1]);
  expect(count("payments charged")).toBeGreaterThan(25);
  expect(count("of these, money went back")).toBeGreaterThan(5);
  expect(count("plans paid to the end")).toBeGreaterThan(1);
  expect(count("receipts delivered")).toBeGreaterThan(25);
  expect(count("reminders delivered")).toBeGreaterThan(5);
  expect(count("of these, found by the comparison of the books alone")).toBeGreaterThan(0);
});

/** Seeds, each with its runs in which something once broke. */
const ONCE_BROKEN = [
  [39624, 306, 43, 178],
  [2171966746, 145, 316],
  [1274081699, 851, 912],
  [2074669868, 373],
  [164668201, 287],
  [554722442, 793],
  [375358356, 651, 656],
  [2871649974, 658],
  [2321716065, 661],
] as const;

/** Options that play these runs, one after the other. */
const alone = (seed: number, runs: readonly number[]) => [
  "--seed",
  `${seed}`,
  ...runs.flatMap((run) => ["--run", `${run}`]),
];

test.concurrent.for(ONCE_BROKEN)(
  "the runs of seed %i in which something once broke hold",
  {
    timeout: 600_000,
  },
  async ([seed, ...runs], { expect }) => {
    const report = await play(...alone(seed, runs));
    expect(report).toContain(`| runs in which all holds | ${runs.length} of ${runs.length} |`);
  },
);

test.concurrent("the campaign notices each edge that is broken on purpose", { timeout: 600_000 }, async ({
  expect,
}) => {
  const report = await play("--seed", "1", "--runs", "300", "--broken");
  expect(report.trim().split("\n").length).toBeGreaterThan(10);
  expect(report).not.toContain("NOT NOTICED");
});

test.concurrent("a seed and a number play the same run to the line, whichever were played before it", {
  timeout: 600_000,
}, async ({ expect }) => {
  const traces = async (...runs: number[]) => {
    const report = await play(...alone(5, runs));
    return report.slice(0, report.indexOf("| fault | struck"));
  };
  const [second, third] = [await traces(2), await traces(3)];
  expect(second).toContain("CHARGED REG-");
  expect(await traces(3, 2, 2)).toBe(third + second + second);
});
