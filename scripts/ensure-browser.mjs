// Makes sure that the tests have a browser: what is there, else Playwright's, else the distribution's package.
import { spawnSync } from "node:child_process";
import { installPackages, updatePackages } from "./debian-packages.mjs";
import { findChromium } from "./find-chromium.mjs";
import { root } from "./tools.mjs";

const installers = [
  () =>
    spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
      cwd: root,
      stdio: "inherit",
    }),
  () => updatePackages() && ["chromium-headless-shell", "chromium"].some((name) => installPackages(name)),
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
