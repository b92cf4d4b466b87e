import { describe, expect, test } from "vitest";
import type { Assets } from "~/build/page-weight/assets.ts";
import { withDirectScripts } from "~/build/page-weight/direct-scripts.ts";

const FILES: Readonly<Record<string, string>> = {
  "between.1.js": 'import"./frame.2.js";',
  "frame.2.js": "start();",
  "form.3.js": 'import{t as e}from"./rules.4.js";import"./frame.2.js";e();import("./payment.6.js");',
  "rules.4.js": 'import{d as t}from"./dates.5.js";export{t};',
  "dates.5.js": "export{d};",
  "payment.6.js": "pay();",
};
const assets = { read: async (path) => FILES[path.replace("_astro/", "")] ?? "" } as Assets;
const script = (name: string) => `<script type="module" src="/_astro/${name}"></script>`;

describe("a page's scripts", () => {
  test("a script that only imports another is left out of the way", async () => {
    expect(await withDirectScripts(assets, script("between.1.js"))).toBe(script("frame.2.js"));
  });

  test("what a script imports at once is asked for with it, and what it imports later is not", async () => {
    const html = await withDirectScripts(assets, script("form.3.js") + script("between.1.js"));
    expect(html).toContain('<link rel="modulepreload" href="/_astro/rules.4.js">');
    expect(html).toContain('<link rel="modulepreload" href="/_astro/dates.5.js">');
    expect(html).not.toContain("payment.6.js");
  });

  test("no file is named twice", async () => {
    const html = await withDirectScripts(assets, script("form.3.js") + script("between.1.js"));
    const names = Array.from(html.matchAll(/_astro\/([\w.]+)"/g), ([, name]) => name);
    expect(names.toSorted()).toEqual(["dates.5.js", "form.3.js", "frame.2.js", "rules.4.js"]);
  });
});
