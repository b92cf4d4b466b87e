// npm run budget: checks how many bytes a browser fetches for each page before the first scroll or touch.
// Bodies are compressed as a CDN does, with Brotli at quality 5.
import { launchChromium } from "../setup/find-browser.mjs";
import { buildSite, builtRoutes } from "./shared/built-site.mjs";
import { printRow } from "./shared/figures.mjs";
import { brotli, serveCompressed } from "./shared/serve-compressed.mjs";

const KB = 1024;
/**
 * The limits in KB of the pages whose purpose is a form. The form hydrates at once, on Signup at the first touch.
 */
const FORM_PAGES = new Map([
  ["/Signup", 65],
  ["/Contact", 113],
  ["/Sponsor", 129],
]);
const HTML_KB = 16;
/** The larger limits of Home, of all courses on one page, and of the form. */
const HTML_BUDGETS = new Map([
  ["/", 19],
  ["/Single-course", 18],
  ["/Signup", 18.5],
]);
const BUDGETS = {
  /** What a browser must have before it can show the heading and the lead, to the style element behind them. */
  start: 5.25 * KB,
  css: 10 * KB,
  font: 30 * KB,
  script: 7 * KB,
  home: 60 * KB,
};
const PAYMENT_CODE = /paystack|paypal/i;
/** The pages that are open at the same time. Each waits until no request has come for half a second. */
const PAGES_AT_ONCE = 4;

const folder = await buildSite(".budget");
const browser = await launchChromium();

const rows = [];
const routes = builtRoutes(folder);
for (let start = 0; start < routes.length; start += PAGES_AT_ONCE) {
  rows.push(...(await Promise.all(routes.slice(start, start + PAGES_AT_ONCE).map(weigh))));
}
await browser.close();

const problems = [];
for (const { route, ...row } of rows) {
  const formBudget = FORM_PAGES.get(route);
  check(route, "HTML", row.html, (HTML_BUDGETS.get(route) ?? HTML_KB) * KB);
  check(route, "HTML up to the lead's end", row.start, BUDGETS.start);
  check(route, "CSS", row.css, BUDGETS.css);
  check(route, "fonts", row.font, BUDGETS.font);
  if (row.fonts > 1) problems.push(`${route}: ${row.fonts} font files, 1 is allowed.`);
  if (!formBudget) check(route, "script before a touch", row.script, BUDGETS.script);
  if (route === "/") check(route, "everything before a scroll", row.total, BUDGETS.home);
  if (formBudget) check(route, "everything", row.total, formBudget * KB);
  if (row.payment > 0) problems.push(`${route}: ${row.payment} bytes of payment code before anybody pays.`);
  if (row.foreign.length > 0) problems.push(`${route}: contacts other hosts: ${row.foreign.join(", ")}.`);
}

print(rows.sort((a, b) => b.total - a.total));
if (problems.length > 0) {
  console.error(`\nOver budget:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
  process.exit(1);
}
console.log(`\nAll ${rows.length} pages are within their budgets.`);

/** Opens a page on a phone's screen and returns the bytes that it fetches until the network is idle. */
async function weigh(route) {
  const responses = [];
  const server = await serveCompressed(folder, (path, bytes) => responses.push({ path, bytes }));
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const foreign = [];
  await context.route(
    (url) => url.protocol.startsWith("http") && url.origin !== server.origin,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  const response = await page.goto(server.origin + route, { waitUntil: "networkidle" });
  const html = await response.text();
  const start = html.slice(0, html.indexOf("<style", html.indexOf("</head>")));
  const inline = await page.evaluate(() => ({
    scripts: [...document.scripts]
      .filter(({ src, type }) => !src && type !== "application/ld+json")
      .map(({ text }) => text),
    styles: [...document.querySelectorAll("style")].map(({ textContent }) => textContent ?? ""),
  }));
  await context.close();
  server.close();
  const bytes = (matches) =>
    responses.filter(({ path }) => matches(path)).reduce((sum, response) => sum + response.bytes, 0);
  const compressedSize = (texts) => (texts.length > 0 ? brotli(texts.join("\n")).length : 0);
  return {
    route,
    html: bytes((path) => path === new URL(server.origin + route).pathname),
    start: brotli(start).length,
    css: bytes((path) => path.endsWith(".css")) + compressedSize(inline.styles),
    font: bytes((path) => path.endsWith(".woff2")),
    fonts: responses.filter(({ path }) => path.endsWith(".woff2")).length,
    script: bytes((path) => path.endsWith(".js")) + compressedSize(inline.scripts),
    payment: bytes((path) => path.endsWith(".js") && PAYMENT_CODE.test(path)),
    total: bytes(() => true),
    foreign,
  };
}

function check(route, part, bytes, limit) {
  if (bytes > limit) problems.push(`${route}: ${part} ${bytes} bytes, ${limit} are allowed.`);
}

function print(pages) {
  const kb = (bytes) => (bytes / KB).toFixed(1);
  const columns = [
    ["page", ({ route }) => route],
    ["HTML", ({ html }) => kb(html)],
    ["to the lead's end", ({ start }) => kb(start)],
    ["CSS (in the HTML or beside it)", ({ css }) => kb(css)],
    ["font", ({ font }) => kb(font)],
    ["script", ({ script }) => kb(script)],
    ["payment code", ({ payment }) => kb(payment)],
    ["other hosts", ({ foreign }) => foreign.length],
    ["in all", ({ total }) => kb(total)],
  ];
  console.log("KB of 1,024 bytes, Brotli, before a scroll or touch; worst first\n");
  printRow(
    columns.map(([title]) => title),
    { isHead: true },
  );
  for (const page of pages) printRow(columns.map(([, read]) => read(page)));
}
