// Installs the locked packages when they are missing or when package-lock.json has changed since.
// Runs before every script on whatever Node the machine has, so it uses nothing that an old Node lacks.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stamp = `${root}node_modules/.installed-lock`;
const lock = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.log("Installing packages (npm ci) ...");
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (install.status !== 0) {
    console.error(
      "The packages could not be installed. Check that the npm registry can be reached, then try again.",
    );
    process.exit(install.status ?? 1);
  }
  writeFileSync(stamp, lock);
}
