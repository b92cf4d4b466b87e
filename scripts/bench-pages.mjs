// npm run bench:pages: how five pages come up on a slow phone, by the clock: 400 kbit/s, 400 ms there and back, a
// processor 6 times slower than this one. Median of three, each in a new browser. A benchmark, not a test: run it on a
// quiet machine.
import { launchChromium } from "./launch-chromium.mjs";
import { medians } from "./measure/medians.mjs";
import { serveCompressed } from "./measure/serve-compressed.mjs";
import { root, run } from "./tools.mjs";

const PAGES = ["/", "/Pricing", "/Courses", "/course/advanced", "/Signup"];
const RUNS = 3;
const BYTES_PER_SECOND = 400 * 125;
const NETWORK = { latency: 400, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };
const SLOWER = 6;

const out = ".bench/pages";
await run("astro", ["build"], {
  env: { SANDBOX: "", OUT_DIR: out, STATE_DIR: ".bench/pages-state" },
  stdio: ["ignore", "ignore", "inherit"],
});
const server = await serveCompressed(`${root}${out}/client`);
const seconds = (ms) => (ms / 1000).toFixed(2);

console.log("| page | FCP s | LCP s | load s | layout shift | long tasks ms |\n|---|---|---|---|---|---|");
for (const page of PAGES) {
  const { fcp, lcp, load, shift, blocked } = medians(await repeat(() => observe(page)));
  console.log(
    `| ${page} | ${seconds(fcp)} | ${seconds(lcp)} | ${seconds(load)} | ${shift.toFixed(3)} | ${Math.round(blocked)} |`,
  );
}
const { usable, slowest } = medians(await repeat(useSignup));
console.log(`\nSignup's form can be used after ${seconds(usable)} s.`);
console.log(`While it wakes, the slowest answer to a touch or key takes ${Math.round(slowest)} ms.`);
server.close();

/** Opens a page and touches nothing. */
function observe(path) {
  return withSlowPhone(async (page) => {
    await page.goto(server.origin + path, { waitUntil: "load", timeout: 120_000 });
    await page.waitForLoadState("networkidle");
    return page.evaluate(() => ({
      ...window.seen,
      fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      load: performance.getEntriesByType("navigation")[0]?.loadEventEnd,
    }));
  });
}

/** Opens Signup and presses keys and the page without a pause until its form is awake, and a little longer. */
function useSignup() {
  return withSlowPhone(async (page) => {
    await page.goto(`${server.origin}/Signup`, { waitUntil: "commit", timeout: 120_000 });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const awake = page.getByLabel("First Name").and(page.locator(":enabled"));
    let isAwake = false;
    const waking = awake.waitFor({ timeout: 60_000 }).then(() => {
      isAwake = true;
    });
    while (!isAwake) {
      await page.keyboard.press("Shift");
      await page.touchscreen.tap(180, 300);
    }
    await waking;
    const usable = await page.evaluate(() => performance.now());
    await awake.pressSequentially("Ada");
    const slowest = await page.evaluate(() => window.seen.slowest);
    return { usable, slowest };
  });
}

async function withSlowPhone(use) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: 360, height: 640 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      serviceWorkers: "block",
    });
    const protocol = await page.context().newCDPSession(page);
    await protocol.send("Network.enable");
    await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
    await protocol.send("Network.emulateNetworkConditions", { offline: false, ...NETWORK });
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(() => {
      const seen = { lcp: 0, shift: 0, blocked: 0, slowest: 0 };
      window.seen = seen;
      const watch = (type, take, options = {}) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
          type,
          buffered: true,
          ...options,
        });
      watch("largest-contentful-paint", ({ startTime }) => {
        seen.lcp = startTime;
      });
      watch("layout-shift", ({ value }) => {
        seen.shift += value;
      });
      watch("longtask", ({ duration }) => {
        seen.blocked += duration - 50;
      });
      watch(
        "event",
        ({ duration, interactionId }) => {
          if (interactionId) seen.slowest = Math.max(seen.slowest, duration);
        },
        { durationThreshold: 16 },
      );
    });
    return await use(page);
  } finally {
    await browser.close();
  }
}

async function repeat(measure) {
  const results = [];
  for (let index = 0; index < RUNS; index += 1) results.push(await measure());
  return results;
}
