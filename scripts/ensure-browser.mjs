// Makes sure that the tests have a browser: what is there, else Playwright's, else the distribution's package. CI also
// gets the other engines, where the distribution has them; a developer's machine is not filled up with them unasked.
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";
import { otherEngines } from "./find-other-engines.mjs";
import { root } from "./tools.mjs";

const attempt = (command, args) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

const installPackages = (...names) =>
  attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names]);

const installers = [
  () => attempt(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]),
  () =>
    attempt("apt-get", ["update", "-qq"]) &&
    ["chromium-headless-shell", "chromium"].some((name) => installPackages(name)),
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

const missing = () => otherEngines().filter(({ isThere }) => !isThere);

if (process.env.CI && missing().length > 0 && attempt("apt-get", ["update", "-qq"])) {
  for (const { name, packages } of missing()) {
    console.log(`No ${name} for the tests yet, installing it ...`);
    installPackages(...packages);
  }
}

for (const { name, packages } of missing()) {
  console.log(
    `${name} is not on this machine: its journeys are left out (Debian: apt-get install ${packages.join(" ")}).`,
  );
}
