// Makes sure that the tests have a browser: the one that CHROME_PATH names; else a headless shell that is there or that
// Playwright can fetch; else a full one that is there; else the distribution's package.
import { spawnSync } from "node:child_process";
import { root } from "../dev/run-tool.mjs";
import { installPackages, updatePackages } from "./debian-packages.mjs";
import { findChromium, findShell } from "./find-chromium.mjs";
import { findProgram } from "./find-program.mjs";

/** A network that is down, or accepts everything and never answers, must not keep the tests waiting. */
const DOWNLOAD_MS = 5 * 60_000;
const CONNECTION_MS = 10_000;

const { CHROME_PATH } = process.env;
if (CHROME_PATH && !findProgram({ first: [CHROME_PATH] })) {
  console.error(`CHROME_PATH names ${CHROME_PATH}, which cannot be run.`);
  process.exit(1);
}

if (!findShell()) {
  console.log("No headless browser for the tests yet, fetching one (about 110 MB) ...");
  spawnSync(
    process.execPath,
    ["node_modules/@playwright/test/cli.js", "install", "--only-shell", "chromium"],
    {
      cwd: root,
      stdio: "ignore",
      timeout: DOWNLOAD_MS,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECTION_MS) },
    },
  );
  if (!findShell()) console.log("It could not be fetched.");
}

if (!findChromium() && updatePackages()) {
  ["chromium-headless-shell", "chromium"].some((name) => installPackages(name));
}

if (!findChromium()) {
  console.error(
    "The tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROME_PATH, then try again.",
  );
  process.exit(1);
}
