import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namesIn, withHeadingFirst, withUsedStyles } from "~/build/used-styles/integration.ts";

interface PageContent {
  readonly body?: string;
  /** The built files by their names. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Returns the styles that a page keeps. */
function stylesOf(css: string, { body = "", files = {} }: PageContent = {}): string | undefined {
  const page = `<head><style>${css}</style></head><body>${body}</body>`;
  const namesOfFiles = new Map(Object.entries(files).map(([file, text]) => [file, namesIn(text)]));
  return withUsedStyles(page, namesOfFiles).match(/<style>(.*)<\/style>/)?.[1];
}

test("a page keeps the rules for its classes and its elements, and no others", () => {
  const css = "p{color:red}.a{color:red}.b .a{top:0}.b{left:0}@media print{.b{right:0}}.a:not(.b){bottom:0}";
  expect(stylesOf(css, { body: '<p class="x a">' })).toBe("p,.a{color:red}.a:not(.b){bottom:0}");
});

test("a page keeps the rules for classes that a script in it sets", () => {
  const body = String.raw`<script>element.classList.add("is-drawn");html="<p class=\"lead\">"</script>`;
  const css = ".is-drawn{top:0}.lead{left:0}";
  expect(stylesOf(`${css}.is-lost{top:0}`, { body })).toBe(css);
});

test("a page keeps the rules for classes of the scripts that it can load, and not of others", () => {
  const files = {
    "island.js": 'import("./dialog.js");const a="grid "+b',
    "dialog.js": 'const c="dialog"',
    "other.js": 'const d="other"',
  };
  const body = '<astro-island component-url="/_astro/island.js"></astro-island>';
  const css = ".grid{top:0}.dialog{left:0}.other{right:0}";
  expect(stylesOf(css, { body, files })).toBe(".grid{top:0}.dialog{left:0}");
});

test("a page keeps the rules for classes with any characters", () => {
  const css = String.raw`.\[\&_p\]\:w-\[min\(1px\,50\%\)\]{top:0}.mt-1\.5{left:0}`;
  expect(stylesOf(css, { body: '<p class="[&amp;_p]:w-[min(1px,50%)] mt-1.5">' })).toBe(css);
});

test("a page keeps the custom properties that its styles, attributes or files read, and no others", () => {
  const css = ":root{--a:1px;--b:2px;--c:3px;--d:4px;--e:5px}p{top:var(--a)}@media print{:root{--e:6px}}";
  const body =
    '<p style="--e:7px;left:var(--b)"><script>style.getPropertyValue("--c")</script><link href="/print.css">';
  const files = { "print.css": "p{right:var(--d)}" };
  expect(stylesOf(css, { body, files })).toBe(":root{--a:1px;--b:2px;--c:3px;--d:4px}p{top:var(--a)}");
});

test("an animation stays whose name is an unused class's too", () => {
  const css = "@keyframes turn{to{rotate:1turn}}p{animation:2s turn}";
  expect(stylesOf(`${css}.turn{top:0}`)).toContain(css);
});

const SHEET = ":root{--a:1px;--b:2px}p{color:red}.menu{top:var(--a)}.lead{left:0}.card{left:var(--b)}";

const headWith = (css: string) => `<head><style>@layer a;</style><style>${css}</style></head>`;

test.each([
  ["heading", '<p class="menu"></p><h1>Courses</h1>', ""],
  ["lead", '<p class="menu"></p><h1>Courses</h1> <p class="lead">Live</p>', ".lead{left:0}"],
  [
    "heading behind one without script",
    '<noscript><h1>No</h1></noscript><p class="menu"></p><h1>Yes</h1>',
    "",
  ],
  ["heading behind an island", '<astro-island></astro-island><p class="menu"></p><h1>Yes</h1>', ""],
])("a page's sheet is behind its %s, and only what is ahead has rules in the head", (_name, start, rules) => {
  const rest = '<div class="card"></div>';
  const early = `:root{--a:1px}p{color:red}.menu{top:var(--a)}${rules}`;
  expect(withHeadingFirst(`${headWith(SHEET)}${start}${rest}`)).toBe(
    `${headWith(early)}${start}<style>${SHEET}</style>${rest}`,
  );
});

test.each([
  ["without a heading", `${headWith(SHEET)}<p>Text</p>`],
  ["whose heading React renders", `${headWith(SHEET)}<astro-island><h1>Title</h1></astro-island>`],
  ["with styles ahead of its heading", `${headWith(SHEET)}<style>.menu{top:1px}</style><h1>Title</h1>`],
  ["without styles in its head", "<head></head><h1>Title</h1><style>p{color:red}</style>"],
])("a page %s stays as it is", (_name, page) => {
  expect(withHeadingFirst(page)).toBe(page);
});

test("styles keep what only the oldest browsers understand", () => {
  const css = "@media (min-width:36rem){p{height:100vh;height:100dvh}}";
  expect(stylesOf(css)).toBe(css);
});

test("no script composes the name of a class, whose rule would be removed", () => {
  const composed = /class(?:Name|List)?\b[^"`;]*`[^`]*(?:\w-\$\{|\}-\w)/;
  const files = globSync("src/browser/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => composed.test(readFileSync(file, "utf8")))).toEqual([]);
});
