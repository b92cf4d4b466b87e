// Where the browser for the tests is. A headless shell comes first: it does the same with half the work of a full browser.
import { basename, join } from "node:path";
import { chromium } from "@playwright/test";
import { findProgram } from "./find-program.mjs";

const FULL = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** @returns {string | null} the browser that CHROME_PATH names, else a headless shell: the system's own, or Playwright's */
export function findShell() {
  return findProgram({
    first: [process.env.CHROME_PATH],
    names: ["chromium-headless-shell", "chrome-headless-shell"],
    last: [playwrightsShell()],
  });
}

/** @returns {string | null} a path that can be run, of a full browser where there is nothing lighter; null without any */
export function findChromium() {
  return findShell() ?? findProgram({ names: FULL, last: [chromium.executablePath()] });
}

/** @param {string} version of the browser that was found @returns {string} "chromium-headless-shell 156.0.8078.79" */
export function nameOfChromium(version) {
  return `${basename(findChromium() ?? "Chromium").replace(/\.exe$/, "")} ${version}`;
}

/** Playwright names the place of its full browser alone; the shell's is beside it, under the same revision. */
function playwrightsShell() {
  const full = /^(.*)[\\/]chromium-(\d+)[\\/]chrome-([^\\/]+)[\\/]/.exec(chromium.executablePath());
  if (!full) return undefined;
  const [, folder, revision, platform] = full;
  const name = process.platform === "win32" ? "chrome-headless-shell.exe" : "chrome-headless-shell";
  return join(folder, `chromium_headless_shell-${revision}`, `chrome-headless-shell-${platform}`, name);
}
