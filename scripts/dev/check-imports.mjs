// npm run lint: holds every import of src/ against the map of docs/architecture.md, however its path is spelled, and the
// folders of src/, and those in them, against circles. Biome can match only what an import says, not where it leads, and
// reads no .astro files.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "./run-tool.mjs";

/** What everything that is drawn at build time may use. */
const DRAWN_WITH = ["domain/", "styles/", "browser/islands/", "browser/page-scripts/"];

/** Parts of src/ by what their files may import besides their own part; the first that fits a file decides. */
const RULES = [
  { part: "domain/", may: [] },
  { part: "content/", may: ["domain/"] },
  { part: "content.config.ts", may: ["content/"] },
  { part: "browser/islands/", may: ["domain/", "browser/!page-scripts"] },
  { part: "browser/page-scripts/", may: ["domain/", "browser/!islands"] },
  {
    part: "browser/",
    may: ["domain/", "browser/!islands|page-scripts"],
    // Left out of a production build.
    exceptions: { "browser/payments/load-checkout.ts": ["sandbox/checkout.ts"] },
  },
  {
    part: "edge/worker.ts",
    may: ["domain/", "edge/", "content/"],
    // Left out of a production build.
    exceptions: { "edge/worker.ts": ["sandbox/surroundings.ts"] },
  },
  { part: "edge/", may: ["domain/"] },
  {
    part: "components/mdx/",
    // An editor writes <Fee /> and gives it no data, so these read the academy's facts themselves.
    may: ["domain/", "components/", "content/queries/"],
  },
  { part: "components/", may: ["layouts/", "assets/", ...DRAWN_WITH], typesOf: ["content/"] },
  { part: "layouts/", may: ["components/", "assets/", ...DRAWN_WITH], typesOf: ["content/"] },
  { part: "build/", may: ["domain/", "content/"] },
  { part: "pages/prod/", may: ["edge/app.ts"] },
  { part: "pages/json.ts", may: ["edge/app.ts"] },
  { part: "pages/", may: ["content/", "components/", "layouts/", ...DRAWN_WITH] },
  { part: "sandbox/", may: [""] },
  { part: "styles/", may: ["components/"] },
];

/** A new arrow between two folders is a decision, and not a slip. */
const MOST_ARROWS = 30;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|@import\s+)["'](\.{1,2}\/[^"'?]+|~\/[^"'?]+)/g;
const TYPE_IMPORT = /\bimport\s+type\s[^;]*?from\s*$/;

/** @returns {{ from: string, to: string, isType: boolean }[]} paths below src/ */
function importsOf(file) {
  const code = readFileSync(`${root}src/${file}`, "utf8");
  return [...code.matchAll(IMPORT)].map((match) => {
    const [, specifier] = match;
    const to = specifier.startsWith("~/") ? specifier.slice(2) : posix.join(posix.dirname(file), specifier);
    return {
      from: file,
      to,
      isType: TYPE_IMPORT.test(code.slice(0, match.index + match[0].indexOf(specifier) - 1)),
    };
  });
}

/** "browser/!islands|page-scripts" is all of browser/ but these two. */
function fits(path, pattern) {
  const [folder, left] = pattern.split("!");
  return path.startsWith(folder) && !left?.split("|").some((name) => path.startsWith(`${folder}${name}/`));
}

function isAllowed({ from, to, isType }) {
  const rule = RULES.find(({ part }) => from.startsWith(part));
  if (!rule) return false;
  const own = rule.part.endsWith("/") ? [rule.part] : [];
  const types = isType ? (rule.typesOf ?? []) : [];
  const allowed = [...own, ...rule.may, ...types, ...(rule.exceptions?.[from] ?? [])];
  return allowed.some((pattern) => fits(to, pattern));
}

const files = globSync("**/*.{ts,tsx,astro,mjs,css}", { cwd: `${root}src` }).map((file) =>
  file.replaceAll("\\", "/"),
);
const imports = files.flatMap(importsOf);
const refused = imports.filter((each) => !isAllowed(each));
for (const { from, to } of refused) console.error(`src/${from} may not import src/${to}`);

/** The folder directly under src/ that a file is in. */
const folderOf = (path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);
/** The folder two below src/, as "edge/payments"; a file that is in none composes them, or serves them all. */
const roomOf = (path) => /^([^/]+\/[^/]+)\//.exec(path)?.[1];

/** @returns {string[]} each pair of places that imports lead between, as "edge/enrolments -> edge/payments" */
function arrowsBetween(placeOf) {
  const ends = imports.map(({ from, to }) => [placeOf(from), placeOf(to)]);
  const between = ends.filter(([from, to]) => from && to && from !== to);
  return [...new Set(between.map((arrow) => arrow.join(" -> ")))];
}

/** Arrows that lie on a circle or between two; the sandbox may know everything, and is deleted as a whole. */
function onCircles(arrows) {
  const isSandbox = (place) => folderOf(`${place}/`) === "sandbox";
  let left = arrows.map((arrow) => arrow.split(" -> ")).filter((arrow) => !arrow.some(isSandbox));
  for (;;) {
    const inner = left.filter(
      ([from, to]) => left.some((other) => other[0] === to) && left.some((other) => other[1] === from),
    );
    if (inner.length === left.length) return inner.map((arrow) => arrow.join(" -> "));
    left = inner;
  }
}

const arrows = arrowsBetween(folderOf);
const round = [...onCircles(arrows), ...onCircles(arrowsBetween(roomOf))];
for (const arrow of round) console.error(`Part of a circle: ${arrow}`);
console.log(
  `${imports.length} imports, ${arrows.length} arrows between the folders of src/, ${MOST_ARROWS} at most.`,
);
if (refused.length > 0 || round.length > 0 || arrows.length > MOST_ARROWS) process.exit(1);
