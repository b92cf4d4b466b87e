// Where the browser for the tests is: the system's Chromium or Chrome first, else Playwright's own. The one without a
// window of its own comes first of all: it does the same with half the work.
import { chromium } from "@playwright/test";
import { findProgram } from "./find-program.mjs";

const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** @returns {string | null} a path that can be run; null when there is no browser yet */
export function findChromium() {
  return findProgram({ first: [process.env.CHROME_PATH], names: NAMES, last: [chromium.executablePath()] });
}
