// Where the browser for the tests is: the system's Chromium or Chrome first, else Playwright's own. The one without a
// window of its own comes first of all: it does the same with half the work.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** @returns {string | null} a path that can be run; null when there is no browser yet */
export function findChromium() {
  const candidates = [
    process.env.CHROME_PATH,
    ...NAMES.flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && isRunnable(path)) ?? null;
}

/** @param {string} path */
function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
