// Finds the browsers of tests and measurements on this machine, and starts Chromium.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, firefox, webkit } from "@playwright/test";

/** The switches for every Chromium. They stop the requests that a full browser makes by itself. */
export const SWITCHES = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autofill-server-url=http://localhost:9/",
  // This list replaces Playwright's. Pages could notice the first four. The last two would draw a full
  // browser's address bar for every page, which is half of its work.
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

/**
 * Finds the Chromium of CHROME_PATH or, without it, a headless shell of the system or of Playwright.
 * @returns {string | null} its path
 */
export function findShell() {
  const { CHROME_PATH } = process.env;
  return firstRunnable(
    CHROME_PATH
      ? [CHROME_PATH]
      : [...inPath("chromium-headless-shell", "chrome-headless-shell"), playwrightsShell()],
  );
}

/**
 * Finds a headless shell, which needs half the work, or else a full Chromium or Chrome.
 * @returns {string | null} its path
 */
export function findChromium() {
  const full = inPath("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
  return findShell() ?? firstRunnable([...full, chromium.executablePath()]);
}

/**
 * Finds the Firefox of Playwright, or else one of the system.
 * @returns {import("@playwright/test").LaunchOptions | null} the options to start it
 */
export function findFirefox() {
  if (firstRunnable([firefox.executablePath()])) return {};
  const executablePath = firstRunnable(inPath("firefox-esr", "firefox"));
  // WebDriver BiDi drives this Firefox. Its clicks reach another site's frame only in the process of the
  // page.
  const firefoxUserPrefs = { "fission.webContentIsolationStrategy": 0 };
  return executablePath ? { executablePath, channel: "moz-firefox", firefoxUserPrefs } : null;
}

/**
 * Finds the WebKit of Playwright.
 * @returns {import("@playwright/test").LaunchOptions | null} the options to start it
 */
export function findWebKit() {
  return firstRunnable([webkit.executablePath()]) ? {} : null;
}

/** Returns the path of Playwright's headless shell, which is in the folder beside its full browser. */
function playwrightsShell() {
  const full = /^(.*)[\\/]chromium-(\d+)[\\/]chrome-([^\\/]+)[\\/]/.exec(chromium.executablePath());
  if (!full) return "";
  const [, folder, revision, platform] = full;
  const name = process.platform === "win32" ? "chrome-headless-shell.exe" : "chrome-headless-shell";
  return join(folder, `chromium_headless_shell-${revision}`, `chrome-headless-shell-${platform}`, name);
}

/** Returns each name in each folder of PATH. */
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
