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
/** How many times slower the processor is made; less on a machine that is slow by itself. */
const SLOWER = Number(process.env.SLOWER ?? 6);
const SCREEN = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };
const POLL_MS = 50;

/**
 * Chromium as a cheap phone on a slow network, driven over its own protocol. Playwright would attach to the page's
 * scripts, and then the browser reads React's code again, a tenth of a second on such a phone, whenever an Error is made:
 * the measurement would measure itself.
 * @param script run in each page before its own scripts
 */
export async function withSlowPhone(script, use) {
  const browser = await launchByProtocol();
  try {
    const phone = new Phone(await connect(browser.host));
    await phone.setUp(script);
    return await use(phone);
  } finally {
    await browser.kill();
  }
}

/** Starts a browser with a profile of its own that is driven without Playwright. */
async function launchByProtocol() {
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
  const kill = async () => {
    const ended = new Promise((resolve) => browser.once("exit", resolve));
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface({ input: browser.stderr })) {
    const [, host] = /^DevTools listening on ws:\/\/([^/]+)/.exec(line) ?? [];
    if (!host) continue;
    browser.stderr.resume();
    return { host, kill };
  }
  throw new Error("The browser ended before it listened.");
}

/** Opens a page in the browser that listens there, and a connection to it. */
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
  #answers = new Map();
  #asked = 0;
  #underway = new Set();

  constructor(socket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
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

  /** Resolves when the address is on its way to be shown. */
  open(url) {
    return this.#send("Page.navigate", { url });
  }

  /** @param expression evaluated in the page @returns its value, as JSON carries it */
  async read(expression) {
    const { result } = await this.#send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    return result.value;
  }

  /** Waits until the expression is true in the page, and nothing is on its way when `isQuiet`. @throws after a minute */
  async until(expression, { isQuiet = false } = {}) {
    const end = Date.now() + 60_000;
    while (Date.now() < end) {
      if ((await this.read(expression)) && !(isQuiet && this.#underway.size > 0)) return;
      await wait(POLL_MS);
    }
    throw new Error("The page did not come to what was waited for within a minute.");
  }

  /** In CSS pixels. */
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
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #hear({ id, result, error, method, params }) {
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
    if (method === "Network.requestWillBeSent") this.#underway.add(params.requestId);
    if (method === "Network.loadingFinished" || method === "Network.loadingFailed") {
      this.#underway.delete(params.requestId);
    }
  }
}
