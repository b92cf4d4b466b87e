import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { findChromium, SWITCHES } from "../../setup/find-browser.mjs";

/** 400 kbit/s. */
const BYTES_PER_SECOND = 50_000;
const NETWORK = { latency: 400, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };
/** The factor by which the processor is slowed down. A slow machine needs a smaller one. */
const SLOWER = Number(process.env.SLOWER ?? 6);
const SCREEN = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };
const POLL_MS = 50;

/**
 * Measures in a Chromium that behaves like a cheap phone on a slow network. Playwright is not used, because
 * its debugger makes the browser parse React's code again for each Error, which takes such a phone a tenth of
 * a second.
 * @param script the code to run in each page before its own scripts
 */
export async function withSlowPhone(script, measure) {
  const browser = await launchBrowser();
  const phone = new Phone(await connect(browser.host));
  try {
    await phone.setUp(script);
    return await measure(phone);
  } finally {
    phone.closeBrowser();
    await browser.ended();
  }
}

/**
 * Starts a browser with an empty profile. Returns the host of its DevTools, and a function that waits for its end and
 * deletes the profile.
 */
async function launchBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "slow-phone-"));
  const browser = spawn(
    findChromium(),
    [
      ...SWITCHES,
      "--headless=new",
      "--disable-gpu",
      "--incognito",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exit = new Promise((resolve) => browser.once("exit", resolve));
  const ended = async () => {
    await exit;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface({ input: browser.stderr })) {
    const [, host] = /^DevTools listening on ws:\/\/([^/]+)/.exec(line) ?? [];
    if (!host) continue;
    // The browser would stop at a full pipe.
    browser.stderr.resume();
    return { host, ended };
  }
  throw new Error("The browser ended before it could be driven.");
}

/** Opens a new page of the browser and returns a connection to it. */
async function connect(host) {
  const target = await (await fetch(`http://${host}/json/new`, { method: "PUT" })).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return socket;
}

class Phone {
  #socket;
  /** The callbacks of the commands that are not answered yet, by the commands' ids. */
  #commands = new Map();
  #commandCount = 0;
  /** The ids of the page's requests that are not answered yet. */
  #pageRequests = new Set();

  constructor(socket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
  }

  async setUp(script) {
    await this.#send("Page.enable");
    await this.#send("Network.enable");
    await this.#send("Network.setCacheDisabled", { cacheDisabled: true });
    await this.#send("Network.setBypassServiceWorker", { bypass: true });
    await this.#send("Network.emulateNetworkConditions", { offline: false, ...NETWORK });
    await this.#send("Emulation.setDeviceMetricsOverride", SCREEN);
    await this.#send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await this.#send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await this.#send("Page.addScriptToEvaluateOnNewDocument", { source: script });
  }

  /** Starts to load an address. Does not wait until it is loaded. */
  open(url) {
    return this.#send("Page.navigate", { url });
  }

  /** Evaluates an expression in the page and returns its value, which must be representable in JSON. */
  async read(expression) {
    const { result } = await this.#send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    return result.value;
  }

  /**
   * Waits until the expression is true and, with `isQuiet`, no request is open.
   * @throws Error after a minute
   */
  async until(expression, { isQuiet = false } = {}) {
    const end = Date.now() + 60_000;
    while (Date.now() < end) {
      if ((await this.read(expression)) && !(isQuiet && this.#pageRequests.size > 0)) return;
      await wait(POLL_MS);
    }
    throw new Error(`After a minute this is not true: ${expression}`);
  }

  /** Closes the browser. A signal would only end the script by which Debian starts it. */
  closeBrowser() {
    void this.#send("Browser.close");
  }

  /** Touches a point, which is given in CSS pixels. */
  async tap(x, y) {
    await this.#send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.#send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  async type(text) {
    for (const key of text) {
      await this.#send("Input.dispatchKeyEvent", { type: "keyDown", text: key, key });
      await this.#send("Input.dispatchKeyEvent", { type: "keyUp", key });
    }
  }

  #send(method, params = {}) {
    this.#commandCount += 1;
    const id = this.#commandCount;
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { promise, ...settle } = Promise.withResolvers();
    this.#commands.set(id, settle);
    return promise;
  }

  #receive({ id, result, error, method, params }) {
    const command = this.#commands.get(id);
    this.#commands.delete(id);
    if (error) command?.reject(new Error(error.message));
    else command?.resolve(result);
    if (method === "Network.requestWillBeSent") this.#pageRequests.add(params.requestId);
    if (method === "Network.loadingFinished" || method === "Network.loadingFailed") {
      this.#pageRequests.delete(params.requestId);
    }
  }
}
