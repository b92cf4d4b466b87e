import { Builder, By, error, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { Select } from "selenium-webdriver/lib/select.js";
import { findWebKit } from "../../scripts/setup/find-other-engines.mjs";
import { SITE } from "../e2e/servers.ts";
import type { Screen } from "./playwright-visitor.ts";
import { openScreen, startDriver } from "./processes.ts";
import type { Place, Visitor } from "./visitor.ts";

const NETWORK_TIMEOUT_MS = 10_000;

/**
 * WebKitGTK's plain browser, driven by WebDriver: Playwright drives only a WebKit of its own making.
 * @param proxyPort where the line to the world listens @returns somebody in a browser of their own, and their leaving
 */
export async function visitByWebKit(
  screen: Screen,
  proxyPort: number,
): Promise<{ visitor: Visitor; picture(): Promise<Buffer>; leave(): Promise<void> }> {
  const programs = findWebKit();
  if (!programs) throw new Error("WebKit is not on this machine.");
  const display = await openScreen(programs.display, screen);
  const server = await startDriver(programs.driver, display.name);
  // WebDriver's own setting would have the proxy spoken to by TLS; the tool bar does not fit on a phone's screen.
  const args = ["--automation", "--full-screen", `--proxy=http://127.0.0.1:${proxyPort}`];
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(server.address)
    .withCapabilities({
      browserName: "MiniBrowser",
      acceptInsecureCerts: true,
      "webkitgtk:browserOptions": { binary: programs.browser, args },
    })
    .build();
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...screen });
  return {
    visitor: visitorOf(driver),
    picture: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    leave: async () => {
      await driver.quit();
      server.close();
      display.close();
    },
  };
}

function visitorOf(driver: WebDriver): Visitor {
  async function firstVisible(place: Place): Promise<WebElement | false> {
    try {
      for (const element of await driver.findElements(By.xpath(place)))
        if (await element.isDisplayed()) return element;
    } catch (reason) {
      // The page drew it again in between.
      if (!(reason instanceof error.StaleElementReferenceError)) throw reason;
    }
    return false;
  }
  const see = (place: Place) =>
    driver.wait(() => firstVisible(place), NETWORK_TIMEOUT_MS, `Nobody sees ${place}`) as Promise<WebElement>;

  /** Waits until it can be used, and brings it to the middle of the window, clear of what stays at its edges. */
  async function reach(place: Place): Promise<WebElement> {
    const element = await see(place);
    await driver.wait(
      () =>
        driver.executeScript<boolean>("return arguments[0].matches(':enabled, :not(:disabled)')", element),
      NETWORK_TIMEOUT_MS,
      `${place} stays out of use`,
    );
    await driver.executeScript(
      "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
      element,
    );
    return element;
  }

  return {
    open: (path) => driver.get(SITE.origin + path),
    see: async (place) => void (await see(place)),
    miss: async (place) => {
      await driver.wait(
        async () => !(await firstVisible(place)),
        NETWORK_TIMEOUT_MS,
        `Somebody still sees ${place}`,
      );
    },
    press: async (place) => (await reach(place)).click(),
    type: async (place, text) => (await reach(place)).sendKeys(text),
    choose: async (place, option) => {
      const select = new Select(await reach(place));
      if (typeof option === "number") await select.selectByIndex(option);
      else await select.selectByVisibleText(option);
    },
    key: (name) => driver.actions().sendKeys({ Tab: Key.TAB, Escape: Key.ESCAPE }[name]).perform(),
    inFrame: async (place, act) => {
      await driver.switchTo().frame(await see(place));
      await act();
      await driver.switchTo().defaultContent();
    },
    ask: (script) =>
      driver.executeAsyncScript(`const done = arguments[0]; (async () => { ${script} })().then(done)`),
  };
}
