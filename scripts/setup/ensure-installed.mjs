// Installs the locked packages when they are missing or when package-lock.json has changed since.
// Runs before every script on whatever Node the machine has, so it uses nothing that an old Node lacks.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stamp = `${root}node_modules/.installed-lock`;
const lock = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.log("Installing the packages (npm ci): one to three minutes, once ...");
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const reports = setInterval(() => console.log(`Still installing, after ${seconds()} ...`), 15_000);
  const install = spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  install.on("close", (code) => {
    clearInterval(reports);
    if (code !== 0) {
      console.error(
        "The packages could not be installed. Check that the npm registry can be reached, then try again.",
      );
      process.exit(code || 1);
    }
    writeFileSync(stamp, lock);
    console.log(`Installed in ${seconds()}.`);
  });
}
