import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withUsedStyles } from "~/build/used-styles/integration.ts";

/** Returns the styles that a page with this body keeps. */
function kept(
  css: string,
  { body = "", scripts = {} }: { body?: string; scripts?: Record<string, string> } = {},
) {
  const page = `<head><style>${css}</style></head><body>${body}</body>`;
  return withUsedStyles(page, new Map(Object.entries(scripts))).match(/<style>(.*)<\/style>/)?.[1];
}

test("a page keeps the rules for its classes and its elements, and no others", () => {
  const css = "p{color:red}.a{color:red}.b .a{top:0}.b{left:0}@media print{.b{right:0}}.a:not(.b){bottom:0}";
  expect(kept(css, { body: '<p class="x a">' })).toBe("p,.a{color:red}.a:not(.b){bottom:0}");
});

test("a page keeps the rules for classes that a script in it sets", () => {
  const body = '<script>element.classList.add("is-drawn")</script>';
  expect(kept(".is-drawn{top:0}.is-lost{top:0}", { body })).toBe(".is-drawn{top:0}");
});

test("a page keeps the rules for classes of the scripts that it can load, and not of others", () => {
  const scripts = {
    "island.js": 'import("./dialog.js");const a="grid "+b',
    "dialog.js": 'const c="dialog"',
    "other.js": 'const d="other"',
  };
  const body = '<astro-island component-url="/_astro/island.js"></astro-island>';
  const css = ".grid{top:0}.dialog{left:0}.other{right:0}";
  expect(kept(css, { body, scripts })).toBe(".grid{top:0}.dialog{left:0}");
});

test("a page keeps the rules for classes with any characters", () => {
  const css = String.raw`.\[\&_p\]\:w-\[min\(1px\,50\%\)\]{top:0}.mt-1\.5{left:0}`;
  expect(kept(css, { body: '<p class="[&amp;_p]:w-[min(1px,50%)] mt-1.5">' })).toBe(css);
});

test("a page keeps the custom properties that its styles, attributes or scripts read, and no others", () => {
  const css = ":root{--a:1px;--b:2px;--c:3px;--d:4px}p{top:var(--a)}@media print{:root{--d:5px}}";
  const body = `<p style="--d:6px;left:var(--b)"><script>style.getPropertyValue("--c")</script>`;
  expect(kept(css, { body })).toBe(":root{--a:1px;--b:2px;--c:3px}p{top:var(--a)}");
});

test("styles keep what only the oldest browsers understand", () => {
  const css = "@media (min-width:36rem){p{height:100vh;height:100dvh}}";
  expect(kept(css)).toBe(css);
});

test("no script composes the name of a class, whose rule would be removed", () => {
  const composed = /class(?:Name|List)\b[^\n]*[\w-]-\$\{/;
  const files = globSync("src/browser/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => composed.test(readFileSync(file, "utf8")))).toEqual([]);
});
