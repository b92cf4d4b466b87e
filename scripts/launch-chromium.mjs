import { chromium } from "@playwright/test";
import { findChromium } from "./find-chromium.mjs";

/**
 * Starts a browser for the site's own pages; without a sandbox, which it cannot have as root.
 * @param {string[]} [args] further switches
 */
export function launchChromium(args = []) {
  return chromium.launch({ executablePath: findChromium() ?? undefined, args: ["--no-sandbox", ...args] });
}
