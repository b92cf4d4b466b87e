// npm run screenshots: takes pictures of every page and state, at four widths in both schemes, for screenshots/.
//   -- --only pricing --width 360 --scheme dark   takes only those of these names, width and scheme
//   -- --keep                                     takes them of the last build, without a new one
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { hydrateLazyIslands, openState } from "../../tests/fixtures/open-state.ts";
import { routes } from "../../tests/fixtures/routes.ts";
import { importTypeScript, root } from "../dev/run-tool.mjs";
import { launchChromium } from "../setup/find-browser.mjs";
import { buildSite, serveSite } from "./shared/built-site.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    width: { type: "string", multiple: true },
    scheme: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
  },
});

const { states } = await importTypeScript("./tests/fixtures/states.ts");

const HEIGHTS = { 360: 740, 768: 1024, 1280: 900, 1920: 1080 };
const widths = (options.width ?? Object.keys(HEIGHTS)).map(Number);
const schemes = options.scheme ?? ["light", "dark"];
const port = Number(process.env.PORT ?? 4391);
const origin = `http://localhost:${port}`;
const folder = "screenshots/.site";
const env = { SANDBOX: "1" };

const pages = routes.map((path) => ({
  name: path === "/" ? "home" : path.slice(1).replace(/\W+/g, "-"),
  path,
}));
const selectedStates = [...pages, ...states].filter(({ name }) =>
  name.toLowerCase().includes((options.only ?? "").toLowerCase()),
);

async function serve() {
  if (!options.keep || !existsSync(`${root}${folder}/dist`)) {
    rmSync(root + folder, { recursive: true, force: true });
    await buildSite(folder, env);
  }
  const preview = await serveSite(folder, port, env);
  while (!(await fetch(`${origin}/About`).catch(() => null))?.ok) {
    if (preview.exitCode !== null) throw new Error("The site could not be served.");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return preview;
}

async function take(browser, state, width, scheme) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    colorScheme: scheme,
    reducedMotion: "reduce",
    hasTouch: width < 1024,
    // Requests of a service worker would bypass the routes that a state sets.
    serviceWorkers: "block",
    // The edge limits the requests of one address.
    extraHTTPHeaders: { "cf-connecting-ip": `2001:db8:0:${(visitors++).toString(16)}::1` },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await openState(page, state);
    if (!state.isViewportOnly) {
      await hydrateLazyIslands(page);
      // In a window as high as the page, elements that stick to the window's bottom are at the page's end.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
    }
    // A button under the mouse would look different.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(150);
    const file = `${root}screenshots/${width}-${scheme}/${state.name}.png`;
    await page.screenshot({ path: file });
  } finally {
    await context.close();
  }
}

const preview = await serve();
const browser = await launchChromium();
const jobs = widths.flatMap((width) =>
  schemes.flatMap((scheme) => {
    mkdirSync(`${root}screenshots/${width}-${scheme}`, { recursive: true });
    return selectedStates
      .filter(({ narrowerThan = Number.POSITIVE_INFINITY }) => width < narrowerThan)
      .map((state) => ({ state, width, scheme }));
  }),
);
const failures = [];
let taken = 0;
let visitors = 0;

async function work() {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { state, width, scheme } = job;
    try {
      await take(browser, state, width, scheme);
      taken++;
    } catch (error) {
      failures.push(`${width}-${scheme}/${state.name}: ${String(error).split("\n")[0]}`);
    }
  }
}

try {
  await Promise.all([work(), work(), work()]);
} finally {
  await browser.close();
  preview.kill();
}
console.log(`${taken} pictures in screenshots/`);
if (failures.length > 0) {
  console.error(`These could not be taken:\n${failures.join("\n")}`);
  process.exitCode = 1;
}
