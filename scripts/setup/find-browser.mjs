// Finds and starts the browsers of tests and measurements.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, firefox, webkit } from "@playwright/test";

/**
 * The switches for every Chromium. A full browser's requests to its maker are switched off: no page has made
 * them.
 */
export const SWITCHES = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autofill-server-url=http://localhost:9/",
  // Replaces Playwright's own list, of which the first four are what a page could notice. The last two draw a full
  // browser's address bar, again for every page and with half of all its work.
  `--disable-features=${[
    "AvoidCorsURLLoaderRestartOnRedirect",
    "HttpsUpgrades",
    "PaintHolding",
    "Translate",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
  ].join(",")}`,
];

/**
 * Starts a Chromium for the site's own pages.
 * @param {string[]} [args] further switches
 */
export function launchChromium(args = []) {
  return chromium.launch({ executablePath: findChromium() ?? undefined, args: [...SWITCHES, ...args] });
}

/** @returns {string | null} the Chromium that CHROME_PATH names, else a headless shell: the system's own, or Playwright's */
export function findShell() {
  const { CHROME_PATH } = process.env;
  return firstRunnable(
    CHROME_PATH
      ? [CHROME_PATH]
      : [...inPath("chromium-headless-shell", "chrome-headless-shell"), playwrightsShell()],
  );
}

/** @returns {string | null} a headless shell, which does the same with half the work, else a full Chromium or Chrome */
export function findChromium() {
  const full = inPath("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
  return findShell() ?? firstRunnable([...full, chromium.executablePath()]);
}

/**
 * Finds Firefox: Playwright's own, else a stock one.
 * @returns {import("@playwright/test").LaunchOptions | null} how it is started; null when there is none
 */
export function findFirefox() {
  if (firstRunnable([firefox.executablePath()])) return {};
  const executablePath = firstRunnable(inPath("firefox-esr", "firefox"));
  // WebDriver BiDi drives a stock Firefox. Its clicks reach a frame of another site only in the page's own process.
  const firefoxUserPrefs = { "fission.webContentIsolationStrategy": 0 };
  return executablePath ? { executablePath, channel: "moz-firefox", firefoxUserPrefs } : null;
}

/** @returns {import("@playwright/test").LaunchOptions | null} how WebKit is started; null when there is none */
export function findWebKit() {
  return firstRunnable([webkit.executablePath()]) ? {} : null;
}

/** Returns the path of Playwright's shell. Playwright names only the full browser; the shell is beside it. */
function playwrightsShell() {
  const full = /^(.*)[\\/]chromium-(\d+)[\\/]chrome-([^\\/]+)[\\/]/.exec(chromium.executablePath());
  if (!full) return "";
  const [, folder, revision, platform] = full;
  const name = process.platform === "win32" ? "chrome-headless-shell.exe" : "chrome-headless-shell";
  return join(folder, `chromium_headless_shell-${revision}`, `chrome-headless-shell-${platform}`, name);
}

/**
 * Returns the paths that programs of these names would have: each in every folder of PATH, one name after the
 * other.
 */
function inPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function firstRunnable(paths) {
  return paths.find(isRunnable) ?? null;
}

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
