import { expect, test } from "vitest";
import type { Assets } from "~/build/page-weight/assets.ts";
import { withIslandScripts } from "~/build/page-weight/island-scripts.ts";

/** As the bundler writes them. @param files name to source */
function assetsOf(files: Record<string, string>): Assets {
  return {
    has: (path) => path.replace("_astro/", "") in files,
    read: async (path) => files[path.replace("_astro/", "")] ?? Promise.reject(new Error(path)),
    add: () => Promise.reject(new Error("Nothing is added here.")),
  };
}

const assets = assetsOf({
  "Form.1.js": 'import{r as e}from"./react.2.js";import{t}from"./phone.3.js";var later=import("./pay.4.js");',
  "react.2.js": "var e=1;export{e as r};",
  "phone.3.js": 'import{r as n}from"./react.2.js";import"./frame.5.js";export{n as t};',
  "frame.5.js": "export{};",
});

const island = (client: string) =>
  `<astro-island uid="1" client="${client}" component-url="/_astro/Form.1.js" ssr>form</astro-island>`;

test("an uninterrupted island names what its code needs, each script after those that it needs itself", async () => {
  expect(await withIslandScripts(assets, `<p>${island("uninterrupted")}</p>`)).toBe(
    `<p>${island("uninterrupted").replace(
      "<astro-island",
      '<astro-island data-scripts="/_astro/react.2.js /_astro/frame.5.js /_astro/phone.3.js"',
    )}</p>`,
  );
});

test("an island that waits for the visitor names nothing", async () => {
  expect(await withIslandScripts(assets, island("visible"))).toBe(island("visible"));
});
