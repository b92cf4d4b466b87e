import { expect, test } from "vitest";
import { extractRuntime } from "~/build/page-weight/island-runtime.ts";

const DIRECTIVE = "(()=>{var e=1;(self.Astro||(self.Astro={})).visible=e;})();";
const ELEMENT =
  '(()=>{customElements.get("astro-island")||customElements.define("astro-island",class{})})();';
const OURS = '(function(r){r.classList.add("js")})(document.documentElement)';

test("the runtime is taken out of the page in its order, and our own scripts stay", () => {
  const html = `<script>${OURS}</script><script>${DIRECTIVE}</script><script>${ELEMENT}</script><astro-island></astro-island>`;
  expect(extractRuntime(html)).toEqual({
    html: `<script>${OURS}</script><astro-island></astro-island>`,
    runtime: [DIRECTIVE, ELEMENT],
  });
});

test("a page without islands stays as it is", () => {
  const html = `<script>${OURS}</script><p>Text</p>`;
  expect(extractRuntime(html)).toEqual({ html, runtime: [] });
});

test("a page whose islands nothing could wake is not built", () => {
  expect(() => extractRuntime("<astro-island></astro-island>")).toThrow("islands was not found");
});
