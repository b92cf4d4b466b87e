import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const play = async (...options: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/campaign.mjs", ...options], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
};

test("whoever was charged reaches the staff once and is recorded paid, in 200 of 200 runs", {
  timeout: 180_000,
}, async () => {
  const told = await play("--seed", "1", "--runs", "200");
  expect(told).toContain("| runs in which all holds | 200 of 200 |");
  const count = (what: string) => Number(new RegExp(`^\\| ${what} \\| (\\d+) \\|$`, "m").exec(told)?.[1]);
  expect(count("registrations charged")).toBeGreaterThan(80);
  expect(count("recorded paid")).toBe(count("registrations charged"));
});

test("the same seed and number play the same run, to the line", { timeout: 60_000 }, async () => {
  const withoutSeconds = (told: string) => told.replace(/, [\d.]+ s\.$/m, "");
  const [first, second] = [
    await play("--seed", "5", "--run", "347"),
    await play("--seed", "5", "--run", "347"),
  ];
  expect(withoutSeconds(first)).toBe(withoutSeconds(second));
  expect(first).toContain("CHARGED REG-");
});
