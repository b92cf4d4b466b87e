// Checks the imports of src/, those of .astro files too, against the rules of docs/architecture.md, for npm run
// lint. Refuses circles between top folders, between rooms and between files. Types that two files import from each
// other are no circle.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "./run-tool.mjs";

/** The paths that pages and their parts may import. */
const PAGE_PARTS =
  "components/|layouts/|domain/|styles/|browser/islands/|browser/page-scripts/|browser/events.ts";

/** The files below src/ and the paths that each may import. The first rule that matches a file counts. */
const RULES = [
  { of: "domain/", may: "domain/" },
  { of: "content/", may: "content/|domain/" },
  { of: "content.config.ts", may: "content/" },
  { of: "browser/islands/", may: "domain/|browser/(?!page-scripts/)" },
  { of: "browser/page-scripts/", may: "domain/|browser/(?!islands/)" },
  // A production build leaves out the sandbox's checkout.
  {
    of: "browser/payments/load-checkout.ts",
    may: "domain/|browser/(?!islands/|page-scripts/)|sandbox/checkout.ts",
  },
  { of: "browser/", may: "domain/|browser/(?!islands/|page-scripts/)" },
  // A production build leaves out the sandbox's dependencies.
  { of: "edge/worker.ts", may: "domain/|edge/|content/|sandbox/dependencies.ts" },
  // The build makes the desk's style sheet, and the edge renders the pages that use it.
  { of: "edge/desk/desk.css", may: `edge/|${PAGE_PARTS}` },
  { of: "edge/", may: "edge/|domain/" },
  // An editor writes <Fee /> and gives it no data, so these read the academy's facts themselves.
  { of: "components/mdx/", may: "components/|domain/|content/queries/" },
  { of: "components/|layouts/", may: `assets/|${PAGE_PARTS}`, mayAsType: "content/" },
  { of: "build/", may: "build/|domain/|content/" },
  { of: "pages/", may: `pages/|content/|edge/desk/desk.css|${PAGE_PARTS}` },
  { of: "sandbox/", may: "" },
  { of: "styles/", may: "styles/|components/" },
].map(({ of, may, mayAsType = "(?!)" }) => ({
  of: new RegExp(`^(${of})`),
  may: new RegExp(`^(${may})`),
  mayAsType: new RegExp(`^(${mayAsType})`),
}));

const IMPORT =
  /(\bimport\s+type\s[^;]*?)?(?:\bfrom\s*|\bimport\s*\(?\s*|@import\s+)["'](\.{1,2}\/[^"'?]+|~\/[^"'?]+)/g;

function importsOf(from) {
  return [...readFileSync(`${root}src/${from}`, "utf8").matchAll(IMPORT)].map(([, type, specifier]) => ({
    from,
    to: specifier.startsWith("~/") ? specifier.slice(2) : posix.join(posix.dirname(from), specifier),
    isType: type !== undefined,
  }));
}

function isAllowed({ from, to, isType }) {
  const rule = RULES.find(({ of }) => of.test(from));
  return Boolean(rule?.may.test(to) || (isType && rule?.mayAsType.test(to)));
}

/**
 * Returns the imports between groups of files that lie on a circle or between two circles, as "edge/mail ->
 * edge/jobs". An import lies outside if nothing imports its source or its target imports nothing.
 */
function circles(imports, groupOf) {
  const arrows = new Map();
  for (const { from, to } of imports) {
    const [source, target] = [groupOf(from), groupOf(to)];
    if (source && target && source !== target) arrows.set(`${source} -> ${target}`, { source, target });
  }
  for (;;) {
    const sources = new Set([...arrows.values()].map(({ source }) => source));
    const targets = new Set([...arrows.values()].map(({ target }) => target));
    const outside = [...arrows].filter(
      ([, { source, target }]) => !targets.has(source) || !sources.has(target),
    );
    if (outside.length === 0) return [...arrows.keys()];
    for (const [arrow] of outside) arrows.delete(arrow);
  }
}

/** Returns the room of a file. Entry points may use every room, and no room uses them. */
function roomOf(path) {
  if (/^edge\/[^/]+\/(endpoints\/|background\/|routes\.ts$)/.test(path))
    return "edge/*/endpoints, background";
  return /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];
}

const isSandbox = (path) => path.startsWith("sandbox/");
const files = globSync("**/*.{ts,tsx,astro,mjs,css}", { cwd: `${root}src` });
const imports = files.flatMap((file) => importsOf(file.replaceAll("\\", "/")));
const refused = imports.filter((imported) => !isAllowed(imported));
// The sandbox may import everything, so it makes circles.
const productionImports = imports.filter(({ from, to }) => !isSandbox(from) && !isSandbox(to));
const valueImports = productionImports.filter(({ isType }) => !isType);
const circular = [
  ...circles(productionImports, (path) => /^[^/]+/.exec(path)?.[0]),
  ...circles(productionImports, roomOf),
  ...circles(valueImports, (path) => path),
];
for (const { from, to } of refused) console.error(`src/${from} may not import src/${to}`);
for (const arrow of circular) console.error(`Part of a circle: ${arrow}`);
process.exitCode = refused.length + circular.length > 0 ? 1 : 0;
