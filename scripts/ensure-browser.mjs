// Makes sure that the tests have a browser: what is there, else Playwright's, else the distribution's package.
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";
import { root } from "./tools.mjs";

const attempt = (command, args) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

const installers = [
  () => attempt(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]),
  () =>
    attempt("apt-get", ["update", "-qq"]) &&
    ["chromium-headless-shell", "chromium"].some((name) =>
      attempt("apt-get", ["install", "-y", "-qq", name]),
    ),
];

for (const install of installers) {
  if (findChromium()) break;
  console.log("No browser for the tests yet, installing one ...");
  install();
}

if (!findChromium()) {
  console.error(
    "The tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROME_PATH, then try again.",
  );
  process.exit(1);
}
