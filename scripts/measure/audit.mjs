// npm run audit: Lighthouse's four scores of every page as a phone sees it, the worst of five runs, over compressed HTTP.
// Times are medians. Prints a table and writes everything to .audit/lighthouse.json. A benchmark, not a test: run it on a
// quiet machine.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import lighthouse from "lighthouse";
import { root } from "../dev/run-tool.mjs";
import { buildSite, builtRoutes } from "./shared/built-site.mjs";
import { limits, medians, printRow, seconds } from "./shared/figures.mjs";
import { serveCompressed } from "./shared/serve-compressed.mjs";
import { launchByProtocol } from "./shared/slow-phone.mjs";

const RUNS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Shown in another page's place, without an address of their own; npm run budget weighs them. */
const STAND_IN_PAGES = ["/404", "/offline"];

const folder = await buildSite(".audit");
const wanted = process.argv.slice(2);
const routes = builtRoutes(folder)
  .filter((route) => !STAND_IN_PAGES.includes(route))
  .filter((route) => wanted.length === 0 || wanted.includes(route));
const server = await serveCompressed(folder);
const promised = limits();
const pages = [];
const times = ["FCP s", "LCP s", "TBT ms", "CLS"];
printRow(["page", "performance", "accessibility", "best practices", "SEO", ...times], { isHead: true });
for (const route of routes) {
  const runs = [];
  for (let index = 0; index < RUNS; index += 1) runs.push(await audit(route));
  const page = {
    route,
    ...medians(runs.map(({ failures: _, ...figures }) => figures)),
    ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.min(...runs.map((run) => run[name]))])),
    failures: [...new Set(runs.flatMap(({ failures }) => failures))],
  };
  pages.push(page);
  const { fcp, lcp, tbt, cls } = page;
  const scores = CATEGORIES.map((category) => page[category]);
  printRow([route, ...scores, seconds(fcp), seconds(lcp), Math.round(tbt), cls.toFixed(3)]);
  if (page.failures.length > 0) console.log(`  ${page.failures.join(", ")}`);
  for (const category of CATEGORIES) promised.reach(`${route}: ${category}`, page[category], 100);
  promised.hold(`${route}: TBT in ms`, tbt, 50);
  promised.hold(`${route}: CLS`, Number(cls.toFixed(3)), 0);
}
server.close();
promised.report();
mkdirSync(`${root}.audit`, { recursive: true });
writeFileSync(`${root}.audit/lighthouse.json`, `${JSON.stringify({ runs: RUNS, pages }, null, 1)}\n`);

/** Whether the page asks search engines to stay away. */
function isUnlisted(route) {
  const file = `${folder}${decodeURIComponent(route).replace(/\/$/, "/index")}.html`;
  return readFileSync(file, "utf8").includes('<meta name="robots" content="noindex">');
}

/** One run in a browser of its own, with Lighthouse's mobile preset. */
async function audit(route) {
  const browser = await launchByProtocol();
  try {
    const result = await lighthouse(server.origin + route, {
      port: browser.port,
      output: "json",
      logLevel: "silent",
      onlyCategories: CATEGORIES,
      // A page that is not to be found is not asked whether it can be.
      skipAudits: isUnlisted(route) ? ["is-crawlable"] : null,
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`${route}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
    const { categories, audits } = result.lhr;
    const failures = CATEGORIES.slice(1).flatMap((category) =>
      categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => id),
    );
    return {
      ...Object.fromEntries(
        CATEGORIES.map((category) => [category, Math.round((categories[category].score ?? 0) * 100)]),
      ),
      fcp: audits["first-contentful-paint"].numericValue,
      lcp: audits["largest-contentful-paint"].numericValue,
      tbt: audits["total-blocking-time"].numericValue,
      cls: audits["cumulative-layout-shift"].numericValue,
      failures,
    };
  } finally {
    browser.kill();
  }
}
