// npm run lint: holds every import of src/ against the map of docs/architecture.md, however its path is spelled, and its
// folders, those in them, and the files against circles. Types alone may go round between files. The usual tools do not
// read the imports of .astro files.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "./run-tool.mjs";

/** The paths that everything drawn at build time may import. */
const DRAWN_WITH =
  "components/|layouts/|domain/|styles/|browser/islands/|browser/page-scripts/|browser/events.ts";

/**
 * The paths below src/ that a file may import, and those that it may import types from. The first rule that
 * fits a file decides.
 */
const RULES = [
  { of: "domain/", may: "domain/" },
  { of: "content/", may: "content/|domain/" },
  { of: "content.config.ts", may: "content/" },
  { of: "browser/islands/", may: "domain/|browser/(?!page-scripts/)" },
  { of: "browser/page-scripts/", may: "domain/|browser/(?!islands/)" },
  // The sandbox's is left out of a production build.
  {
    of: "browser/payments/load-checkout.ts",
    may: "domain/|browser/(?!islands/|page-scripts/)|sandbox/checkout.ts",
  },
  { of: "browser/", may: "domain/|browser/(?!islands/|page-scripts/)" },
  // A production build leaves out the sandbox's dependencies.
  { of: "edge/worker.ts", may: "domain/|edge/|content/|sandbox/dependencies.ts" },
  // The sheet of pages that are drawn on the edge, which a page of the build serves.
  { of: "edge/desk/desk.css", may: `edge/|${DRAWN_WITH}` },
  { of: "edge/", may: "edge/|domain/" },
  // An editor writes <Fee /> and gives it no data, so these read the academy's facts themselves.
  { of: "components/mdx/", may: "components/|domain/|content/queries/" },
  { of: "components/|layouts/", may: `assets/|${DRAWN_WITH}`, mayAsType: "content/" },
  { of: "build/", may: "build/|domain/|content/" },
  { of: "pages/", may: `pages/|content/|edge/desk/desk.css|${DRAWN_WITH}` },
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

/** The imports between places, as "edge/mail -> edge/jobs", that lie on a circle or between two */
function circles(imports, placeOf) {
  const between = imports
    .map(({ from, to }) => [placeOf(from), placeOf(to)])
    .filter(([from, to]) => from && to && from !== to);
  let left = [...new Set(between.map((arrow) => arrow.join(" -> ")))];
  for (;;) {
    const ends = left.map((arrow) => arrow.split(" -> "));
    const inner = left.filter((_, index) => {
      const [from, to] = ends[index];
      return ends.some((other) => other[0] === to) && ends.some((other) => other[1] === from);
    });
    if (inner.length === left.length) return inner;
    left = inner;
  }
}

/** Returns the room of a file. Entry points of requests and jobs may use every room, and no room uses them. */
function roomOf(path) {
  if (/^edge\/[^/]+\/(endpoints\/|background\/|routes\.ts$)/.test(path))
    return "edge/*/endpoints, background";
  return /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];
}

const files = globSync("**/*.{ts,tsx,astro,mjs,css}", { cwd: `${root}src` });
const imports = files.flatMap((file) => importsOf(file.replaceAll("\\", "/")));
// The sandbox may import everything, and nothing breaks when it is deleted.
const lasting = imports.filter(({ from, to }) => !/^sandbox\//.test(from) && !/^sandbox\//.test(to));
const values = lasting.filter(({ isType }) => !isType);
const problems = [
  ...imports
    .filter((imported) => !isAllowed(imported))
    .map(({ from, to }) => `src/${from} may not import src/${to}`),
  // A file beside the rooms composes them, or serves all of them.
  ...[
    ...circles(lasting, (path) => /^[^/]+/.exec(path)?.[0]),
    ...circles(lasting, roomOf),
    ...circles(values, (path) => path),
  ].map((arrow) => `Part of a circle: ${arrow}`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
