// npm run bench:pages: how five pages come up on a slow phone, by the clock: 400 kbit/s, 400 ms there and back, a
// processor 6 times slower than this one. Median of three, each in a new browser; and, in turn with a bare page, the best of
// four, since a busy machine only adds time. A benchmark, not a test: run it on a quiet machine.

import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { buildSite } from "./shared/built-site.mjs";
import { limits, medianOf, printRow, seconds } from "./shared/figures.mjs";
import { brotli, serveCompressed } from "./shared/serve-compressed.mjs";
import { withSlowPhone } from "./shared/slow-phone.mjs";

const PAGES = ["/", "/Pricing", "/Courses", "/course/advanced", "/Signup"];
const RUNS = 3;
const ROUNDS = 4;
/** How much later a page's first and largest paint may come than a bare one's. */
const MOST_TIMES = { fcp: 1.2, lcp: 1.3 };
/** The limit for Signup's content, whose form is large. */
const SIGNUP_LOAD_S = 2.5;
/** Long enough for everything that Signup loads by itself. */
const TYPING_MS = 8000;
/** The field takes 120 characters: those that come after them would count as lost. */
const KEY_PAUSE_MS = 100;

const folder = await buildSite(".bench/pages");
const BARE = "/bare-page";
writeFileSync(`${folder}${BARE}.html`, barePage());
const server = await serveCompressed(folder);
const promised = limits();

printRow(["page", "FCP s", "LCP s", "load s", "layout shift", "long tasks ms"], { isHead: true });
for (const page of PAGES) {
  const { fcp, lcp, load, shift, blocked } = await medianOf(RUNS, () => observe(page));
  printRow([page, seconds(fcp), seconds(lcp), seconds(load), shift.toFixed(3), Math.round(blocked)]);
  promised.hold(`${page}: FCP in s`, fcp / 1000, 0.95);
  promised.hold(`${page}: LCP in s`, lcp / 1000, 1.2);
  promised.hold(`${page}: load in s`, load / 1000, page === "/Signup" ? SIGNUP_LOAD_S : 2);
  promised.hold(`${page}: layout shift`, shift, 0.01);
  promised.hold(`${page}: long tasks in ms`, blocked, 0);
}
console.log();
printRow(["page", "FCP s", "of a bare page", "times", "LCP s", "of a bare page", "times"], { isHead: true });
for (const page of PAGES) {
  const { full, bare } = await inTurn(page);
  const cells = Object.entries(MOST_TIMES).flatMap(([paint, most]) => {
    const times = full[paint] / bare[paint];
    promised.hold(`${page}: ${paint.toUpperCase()} in times of a bare page's`, times, most);
    return [seconds(full[paint]), seconds(bare[paint]), times.toFixed(2)];
  });
  printRow([page, ...cells]);
}
const { firstKept } = await medianOf(RUNS, typeAtOnce);
console.log(`\nOn Signup the first character that stays is typed after ${seconds(firstKept)} s.`);
const { awake, inp, slowest } = await medianOf(RUNS, useSignup);
console.log(`\nSignup's form, touched at once, says what is missing after ${seconds(awake)} s.`);
console.log(
  `Interaction to Next Paint while it wakes: ${Math.round(inp)} ms; the slowest: ${Math.round(slowest)} ms.`,
);
server.close();
promised.hold("The time until a character stays that is typed into Signup, in s,", firstKept / 1000, 1.5);
promised.hold("The time until Signup says what is missing, in s,", awake / 1000, 6);
promised.hold("Interaction to Next Paint in ms", inp, 150);
promised.report();

/** Nothing but text: 10 KB as they are sent, without a style, script, font or picture. */
function barePage() {
  let html =
    "<!doctype html><html lang=en><meta name=viewport content=width=device-width><title>Bare</title>";
  while (brotli(html).length < 10 * 1024) {
    html += `<p>${randomBytes(200).toString("hex").replace(/.{6}/g, "$& ")}`;
  }
  return html;
}

function observe(path) {
  return withSlowPhone(`(${watch})()`, async (phone) => {
    await phone.open(server.origin + path);
    await phone.until("performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0", { isQuiet: true });
    // Time for what a script still does with the last response, and for the browser to report it.
    await phone.read("new Promise((done) => setTimeout(done, 1000))");
    return phone.read(`({
      ...window.seen,
      fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      load: performance.getEntriesByType("navigation")[0]?.loadEventEnd,
    })`);
  });
}

/** @returns ms to the first and largest paint of a page and of a bare one, each the best of several */
async function inTurn(page) {
  const full = { fcp: Infinity, lcp: Infinity };
  const bare = { fcp: Infinity, lcp: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    keepBest(bare, await observe(BARE));
    keepBest(full, await observe(page));
  }
  return { full, bare };
}

function keepBest(best, { fcp, lcp }) {
  best.fcp = Math.min(best.fcp, fcp);
  best.lcp = Math.min(best.lcp, lcp);
}

/** Types into Signup's first name from the first paint on, a key after the other, until the page has all of its code. */
function typeAtOnce() {
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
    const kept = await phone.read(`${field}.value.length`);
    // Keys are lost only before the last one that is not.
    return { firstKept: kept > 0 ? typedAt[typedAt.length - kept] : Number.POSITIVE_INFINITY };
  });
}

/** Opens Signup, touches its form without a pause until React has come, and types a name. */
function useSignup() {
  return withSlowPhone(`(${watch})()`, async (phone) => {
    const field = "document.querySelector('input[name=firstName]')";
    const isAwake = "document.querySelector('#register-needs').textContent.startsWith('Still')";
    await phone.open(`${server.origin}/Signup`);
    await phone.until("performance.getEntriesByName('first-contentful-paint').length > 0");
    // The form comes after what is painted first.
    await phone.until(`${field} !== null`);
    await phone.read(`${field}.focus()`);
    const { x, y } = await phone.read(
      "(({ x, y }) => ({ x: x + 8, y: y + 8 }))(document.querySelector('form[data-fill]').getBoundingClientRect())",
    );
    while (!(await phone.read(isAwake))) await phone.tap(x, y);
    const awake = await phone.read("performance.now()");
    await phone.read(`${field}.focus()`);
    await phone.type("Adaobi");
    await phone.until(`${field}.value === "Adaobi"`);
    // The answer to the last key is measured after the next frame.
    await phone.read("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))");
    const { answers, count } = await phone.read(
      "({ answers: Object.values(window.seen.answers), count: performance.interactionCount })",
    );
    return { awake, inp: interactionToNextPaint(answers, count), slowest: Math.max(...answers) };
  });
}

/**
 * Returns INP as https://web.dev/articles/inp defines it: the longest of all answers, leaving out one of
 * every 50.
 * @param answers ms from a touch or key to the picture that answers it, those of at least 16
 * @param count touches and keys in all
 */
function interactionToNextPaint(answers, count) {
  const longestFirst = [...answers].sort((a, b) => b - a);
  return longestFirst[Math.min(longestFirst.length - 1, Math.floor(count / 50))] ?? 0;
}

/** In the page: records what the browser measures of paints, layout shifts, long tasks and interactions. */
function watch() {
  const seen = { lcp: 0, shift: 0, blocked: 0, answers: {} };
  window.seen = seen;
  const note = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  note("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  note("layout-shift", ({ value }) => {
    seen.shift += value;
  });
  note("longtask", ({ duration }) => {
    seen.blocked += duration - 50;
  });
  note(
    "event",
    ({ duration, interactionId }) => {
      if (interactionId) seen.answers[interactionId] = Math.max(seen.answers[interactionId] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}
