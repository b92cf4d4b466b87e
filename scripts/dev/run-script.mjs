import { spawn } from "node:child_process";
import { root } from "./run-tool.mjs";

/**
 * Runs an npm script and keeps what it prints.
 * @param {string[]} script its name, and what follows it
 * @param {object} [options]
 * @param {boolean} [options.isAlone] whether nothing else prints meanwhile: then it prints as it goes, else at its end
 * @param {Record<string, string>} [options.env]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runScript(script, { isAlone = false, env = {} } = {}) {
  const child = spawn("npm", ["run", "--silent", ...script], {
    cwd: root,
    stdio: [isAlone ? "inherit" : "ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    env: { ...process.env, ...env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (isAlone) to.write(text);
    });
  }
  return new Promise((resolve) => {
    child.on("close", (code) => {
      if (!isAlone) process.stdout.write(output);
      resolve({ code: code ?? 1, output });
    });
  });
}
