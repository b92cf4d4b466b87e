// npm run bench:pages: measures how fast five pages load on a slow phone, with 400 kbit/s, a round trip of
// 400 ms and a processor six times slower than this one. Run it on a quiet machine.
// The first table has the median of three loads, each in a new browser. The second compares each page with a
// bare one, by the best of four loads in turn, because a busy machine only adds time.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { buildSite } from "./shared/built-site.mjs";
import { checkLimits, medianOf, printRow, seconds } from "./shared/figures.mjs";
import { brotli, serveCompressed } from "./shared/serve-compressed.mjs";
import { withSlowPhone } from "./shared/slow-phone.mjs";

const PAGES = ["/", "/Pricing", "/Courses", "/course/advanced", "/Signup"];
const RUNS = 3;
const ROUNDS = 4;
/** The limits of a page's first and largest paint, relative to a bare page's. */
const MAX_RATIOS = { fcp: 1.2, lcp: 1.2 };
/** Signup has a higher limit, because its form is large. */
const SIGNUP_LOAD_S = 2.5;
/** The duration of the typing on Signup. By its end all of the page's code is loaded. */
const TYPING_MS = 8000;
/** The pause between two keys. The field holds 120 characters, so faster typing would lose the last ones. */
const KEY_PAUSE_MS = 100;

const folder = await buildSite(".bench/pages");
const BARE = "/bare-page";
writeFileSync(`${folder}${BARE}.html`, barePage());
const server = await serveCompressed(folder);
const limits = checkLimits();

printRow(["page", "FCP s", "LCP s", "load s", "layout shift", "long tasks ms"], { isHead: true });
for (const page of PAGES) {
  const { fcp, lcp, load, shift, blocked } = await medianOf(RUNS, () => observe(page));
  printRow([page, seconds(fcp), seconds(lcp), seconds(load), shift.toFixed(3), Math.round(blocked)]);
  limits.check(`${page}: FCP in s`, fcp / 1000, 0.95);
  limits.check(`${page}: LCP in s`, lcp / 1000, 1.2);
  limits.check(`${page}: load in s`, load / 1000, page === "/Signup" ? SIGNUP_LOAD_S : 2);
  limits.check(`${page}: layout shift`, shift, 0.01);
  limits.check(`${page}: long tasks in ms`, blocked, 0);
}
console.log();
printRow(["page", "FCP s", "of a bare page", "times", "LCP s", "of a bare page", "times"], { isHead: true });
for (const page of PAGES) {
  const { full, bare } = await compareWithBarePage(page);
  const cells = Object.entries(MAX_RATIOS).flatMap(([paint, maxRatio]) => {
    const ratio = full[paint] / bare[paint];
    limits.check(`${page}: ${paint.toUpperCase()} in times of a bare page's`, ratio, maxRatio);
    return [seconds(full[paint]), seconds(bare[paint]), ratio.toFixed(2)];
  });
  printRow([page, ...cells]);
}
const { firstKept } = await medianOf(RUNS, typeFromFirstPaint);
console.log(`\nOn Signup the first character that stays is typed after ${seconds(firstKept)} s.`);
const { hydrated, inp, slowest } = await medianOf(RUNS, touchSignup);
console.log(`\nSignup's form, touched at once, says what is missing after ${seconds(hydrated)} s.`);
console.log(
  `Interaction to Next Paint while it hydrates: ${Math.round(inp)} ms; the slowest: ${Math.round(slowest)} ms.`,
);
server.close();
limits.check("Signup: first kept character in s", firstKept / 1000, 1.5);
limits.check("Signup: hydration in s", hydrated / 1000, 6);
limits.check("Interaction to Next Paint in ms", inp, 150);
limits.report();

/** Returns a page of text alone, 10 KB when compressed, without style, script, font or picture. */
function barePage() {
  let html =
    "<!doctype html><html lang=en><meta name=viewport content=width=device-width><title>Bare</title>";
  while (brotli(html).length < 10 * 1024) {
    html += `<p>${randomBytes(200).toString("hex").replace(/.{6}/g, "$& ")}`;
  }
  return html;
}

/** Loads a page and returns its paints, layout shifts and long tasks. */
function observe(path) {
  return withSlowPhone(`(${watch})()`, async (phone) => {
    await phone.open(server.origin + path);
    await phone.until("performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0", { isQuiet: true });
    // A script may still work on the last response, and the browser reports with a delay.
    await phone.read("new Promise((done) => setTimeout(done, 1000))");
    return phone.read(`({
      ...window.seen,
      fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      load: performance.getEntriesByType("navigation")[0]?.loadEventEnd,
    })`);
  });
}

/** Loads a page and a bare page in turn. Returns the shortest times to the paints of each, in ms. */
async function compareWithBarePage(page) {
  const loads = { full: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.bare.push(await observe(BARE));
    loads.full.push(await observe(page));
  }
  return { full: shortestTimes(loads.full), bare: shortestTimes(loads.bare) };
}

function shortestTimes(loads) {
  return { fcp: Math.min(...loads.map(({ fcp }) => fcp)), lcp: Math.min(...loads.map(({ lcp }) => lcp)) };
}

/**
 * Types into Signup's first name from the first paint until all code is loaded. Returns when the first kept
 * key was typed.
 */
function typeFromFirstPaint() {
  return withSlowPhone("", async (phone) => {
    const field = "document.querySelector('input[name=firstName]')";
    const typedAt = [];
    await phone.open(`${server.origin}/Signup`);
    await phone.until("performance.getEntriesByName('first-contentful-paint').length > 0");
    const end = Date.now() + TYPING_MS;
    while (Date.now() < end) {
      typedAt.push(await phone.read(`(${field}.focus(), performance.now())`));
      await phone.type("x");
      await wait(KEY_PAUSE_MS);
    }
    const keptCount = await phone.read(`${field}.value.length`);
    // All keys after the first kept one are kept too.
    return { firstKept: keptCount > 0 ? typedAt[typedAt.length - keptCount] : Number.POSITIVE_INFINITY };
  });
}

/**
 * Touches Signup's form without a pause until it is hydrated, and types a name. Returns the time until it is
 * hydrated, and the delays until the next paint.
 */
function touchSignup() {
  return withSlowPhone(`(${watch})()`, async (phone) => {
    const field = "document.querySelector('input[name=firstName]')";
    // The hydrated form names the first missing field: "Still needed: …".
    const isHydrated = "document.querySelector('#register-needs').textContent.startsWith('Still needed')";
    await phone.open(`${server.origin}/Signup`);
    await phone.until("performance.getEntriesByName('first-contentful-paint').length > 0");
    // The first paint comes before the form is parsed.
    await phone.until(`${field} !== null`);
    await phone.read(`${field}.focus()`);
    const { x, y } = await phone.read(
      "(({ x, y }) => ({ x: x + 8, y: y + 8 }))(document.querySelector('form[data-fill]').getBoundingClientRect())",
    );
    while (!(await phone.read(isHydrated))) await phone.tap(x, y);
    const hydrated = await phone.read("performance.now()");
    await phone.read(`${field}.focus()`);
    await phone.type("Adaobi");
    await phone.until(`${field}.value === "Adaobi"`);
    // The delay of the last key is measured after the next frame.
    await phone.read("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))");
    const { delays, count } = await phone.read(
      "({ delays: Object.values(window.seen.delays), count: performance.interactionCount })",
    );
    return { hydrated, inp: interactionToNextPaint(delays, count), slowest: Math.max(...delays) };
  });
}

/**
 * Returns INP as https://web.dev/articles/inp defines it: the longest delay, without the longest one of every
 * 50.
 * @param delays the delays of at least 16 ms from a touch or key to the next paint
 * @param count the number of all touches and keys
 */
function interactionToNextPaint(delays, count) {
  const longestFirst = [...delays].sort((a, b) => b - a);
  return longestFirst[Math.min(longestFirst.length - 1, Math.floor(count / 50))] ?? 0;
}

/** Runs in the page and records paints, layout shifts, long tasks and interactions in `window.seen`. */
function watch() {
  const seen = { lcp: 0, shift: 0, blocked: 0, delays: {} };
  window.seen = seen;
  const observer = (record) => new PerformanceObserver((list) => list.getEntries().forEach(record));
  const paints = observer(({ startTime }) => {
    seen.lcp = startTime;
  });
  const shifts = observer(({ value }) => {
    seen.shift += value;
  });
  const longTasks = observer(({ duration }) => {
    seen.blocked += duration - 50;
  });
  const interactions = observer(({ duration, interactionId: id }) => {
    if (id) seen.delays[id] = Math.max(seen.delays[id] ?? 0, duration);
  });
  paints.observe({ type: "largest-contentful-paint", buffered: true });
  shifts.observe({ type: "layout-shift", buffered: true });
  longTasks.observe({ type: "longtask", buffered: true });
  interactions.observe({ type: "event", buffered: true, durationThreshold: 16 });
}
