// Installs the locked packages if they are missing or package-lock.json has changed; with "browser", also a
// Chromium for the tests. It runs on the machine's own Node, which may be old.
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
  console.log("Installing the packages (npm ci): one to three minutes, once ...");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0)
    fail("The packages could not be installed. Check that the npm registry can be reached, then try again.");
  writeFileSync(stamp, lock);
}
if (process.argv.includes("browser")) await installBrowser();

/** Downloads a headless shell if there is no Chromium, or else installs the distribution's package. */
async function installBrowser() {
  const { findChromium, findFirefox, findShell, findWebKit } = await import("./find-browser.mjs");
  if (!findShell()) {
    if (process.env.CHROME_PATH) fail(`CHROME_PATH names ${process.env.CHROME_PATH}, which cannot be run.`);
    console.log("No headless browser for the tests yet, fetching one (about 110 MB) ...");
    const install = ["node_modules/@playwright/test/cli.js", "install", "--only-shell", "chromium"];
    spawnSync(process.execPath, install, {
      cwd: root,
      stdio: "ignore",
      // Some networks accept connections and never answer.
      timeout: 5 * 60_000,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
    });
  }
  if (!findChromium() && apt("update", "-qq")) {
    ["chromium-headless-shell", "chromium"].some((name) => apt("install", "-y", "-qq", name));
  }
  if (!findChromium()) {
    fail(
      "The tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROME_PATH, then try again.",
    );
  }
  if (findFirefox()?.channel) {
    console.log(
      "Firefox is a stock one, in which script cannot be switched off: journeys without it are left out.",
    );
  }
  for (const [name, options] of Object.entries({ Firefox: findFirefox(), WebKit: findWebKit() })) {
    if (!options) {
      console.log(
        `${name} is not on this machine: its journeys are left out (npx playwright install --with-deps ${name.toLowerCase()}).`,
      );
    }
  }
}

/** Runs apt-get and returns whether it succeeded. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: "inherit", env }).status === 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
