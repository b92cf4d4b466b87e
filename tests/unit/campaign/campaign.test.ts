import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Plays runs in a process of their own, because they replace its globals. */
const play = async (...options: string[]) => {
  const run = promisify(execFile)(process.execPath, ["tests/campaign/campaign.mjs", ...options], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  // The report says more than the exit code does.
  const { stdout, stderr } = await run.catch((failed) => failed);
  return `${stdout || stderr}`;
};

const LONG = { timeout: 600_000 };

test("nobody pays twice, is left uninformed or misreported to staff, whatever fails", LONG, async () => {
  const report = await play("--seed", "1", "--runs", "40");
  expect(report).toContain("All holds in 40 of 40 runs of seed 1");
  const count = (what: string) => Number(new RegExp(`^${what}: (\\d+)$`, "m").exec(report)?.[1]);
  expect(count("payments charged")).toBeGreaterThan(25);
  expect(count("of these, money went back")).toBeGreaterThan(5);
  expect(count("plans paid to the end")).toBeGreaterThan(1);
  expect(count("receipts delivered")).toBeGreaterThan(25);
  expect(count("reminders delivered")).toBeGreaterThan(5);
  expect(count("of these, found by the comparison of the books alone")).toBeGreaterThan(0);
  const [, missing = ""] = /^Faults that never struck: (.+)\.$/m.exec(report) ?? [];
  // These mistakes show only in some hundred runs.
  expect(missing.split(", ").length, missing).toBeLessThan(8);
});

test("the campaign notices each edge that is broken on purpose", LONG, async () => {
  const report = await play("--seed", "1", "--runs", "300", "--broken");
  expect(report.trim().split("\n").length).toBeGreaterThan(10);
  expect(report).not.toContain("NOT NOTICED");
});

test("a seed and a number play the same run to the line, whichever were played before it", LONG, async () => {
  const runs = ["5", "2", "5", "2"].flatMap((run) => ["--run", run]);
  const report = await play("--seed", "5", ...runs);
  const traces = report.slice(0, report.search(/^\d+ × /m));
  expect(traces).toContain("PAYMENT.CAPTURE.COMPLETED REG-");
  expect(traces.slice(traces.length / 2)).toBe(traces.slice(0, traces.length / 2));
});
