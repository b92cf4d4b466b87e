import { chromium } from "@playwright/test";
import { SWITCHES } from "./chromium-switches.mjs";
import { findChromium } from "./find-chromium.mjs";

/**
 * Starts a browser for the site's own pages.
 * @param {string[]} [args] further switches
 */
export function launchChromium(args = []) {
  return chromium.launch({ executablePath: findChromium() ?? undefined, args: [...SWITCHES, ...args] });
}
