import type { Browser, BrowserType, FrameLocator, Page } from "@playwright/test";
import { chromium, firefox } from "@playwright/test";
import { SWITCHES } from "../../scripts/setup/chromium-switches.mjs";
import { findChromium } from "../../scripts/setup/find-chromium.mjs";
import { findFirefox } from "../../scripts/setup/find-other-engines.mjs";
import { SITE } from "../e2e/servers.ts";
import type { Line } from "./line.ts";
import type { Place, Visitor } from "./visitor.ts";

/** Pixels of the browser's window. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

type LaunchOptions = Parameters<BrowserType["launch"]>[0];

const LAUNCH = {
  chromium: (): Promise<Browser> => chromium.launch({ ...withPath(findChromium()), args: SWITCHES }),
  // A stock Firefox is driven by WebDriver BiDi, which that channel stands for. Its clicks reach a frame of another site
  // only where that shares the page's process; the proxy is asked for localhost, too.
  firefox: (): Promise<Browser> =>
    firefox.launch({
      ...withPath(findFirefox()),
      channel: "moz-firefox",
      firefoxUserPrefs: {
        "fission.webContentIsolationStrategy": 0,
        "network.proxy.allow_hijacking_localhost": true,
      },
    }),
};

/** What Playwright drives. */
export type PlaywrightEngine = keyof typeof LAUNCH;

function withPath(executablePath: string | null): NonNullable<LaunchOptions> {
  return executablePath ? { executablePath } : {};
}

/** Starts the engine's browser. */
export const launchEngine = (engine: PlaywrightEngine): Promise<Browser> => LAUNCH[engine]();

/** @param line to the world @returns somebody in a context of their own, and their leaving */
export async function visitByPlaywright(
  browser: Browser,
  screen: Screen,
  line: Line,
): Promise<{ visitor: Visitor; picture(): Promise<Buffer>; leave(): Promise<void> }> {
  const context = await browser.newContext({
    baseURL: SITE.origin,
    viewport: screen,
    serviceWorkers: "allow",
    ignoreHTTPSErrors: true,
    proxy: { server: `http://127.0.0.1:${line.port}` },
  });
  context.setDefaultTimeout(10_000);
  const asked = new Set<string>();
  context.on("request", (request) => asked.add(new URL(request.url()).hostname));
  // A full Chromium calls its maker over the same line; these requests are no page's.
  if (browser.browserType() === chromium) line.countOnly((host) => asked.has(host));
  const page = await context.newPage();
  return {
    visitor: visitorOf(page),
    picture: () => page.screenshot(),
    leave: () => context.close(),
  };
}

function visitorOf(page: Page): Visitor {
  let frame: Page | FrameLocator = page;
  const visible = (place: Place) => frame.locator(`xpath=${place}`).filter({ visible: true }).first();
  return {
    open: async (path) => void (await page.goto(path)),
    see: (place) => visible(place).waitFor(),
    miss: (place) => visible(place).waitFor({ state: "detached" }),
    press: (place) => visible(place).click(),
    // Under WebDriver BiDi in Firefox, React gets no event for a field that is filled at once.
    type: async (place, text) => {
      await visible(place).click();
      await visible(place).pressSequentially(text);
    },
    choose: async (place, option) =>
      void (await visible(place).selectOption(typeof option === "number" ? { index: option } : option)),
    key: (name) => page.keyboard.press(name),
    inFrame: async (place, act) => {
      frame = page.frameLocator(`xpath=${place}`);
      await act();
      frame = page;
    },
    ask: (script) => page.evaluate(`(async () => { ${script} })()`),
  };
}
