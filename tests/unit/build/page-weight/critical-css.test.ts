import { describe, expect, test } from "vitest";
import { criticalCss, DEFERRED_STYLES_MARKERS } from "~/build/page-weight/critical-css.ts";

const SHEET = [
  "@layer theme{:root{--color-sun:#ffc640;--color-red:#b8192b;--color-deep:#0d3328;--color-unused:#000}}",
  "@layer base{h1,h2{margin:0}h1{color:var(--color-sun)}}",
  ".hero{color:var(--color-sun)}.perk{color:var(--color-red)}.is-open{display:block}",
  'html[data-currency="ngn"] .in-usd{display:none}',
  ".w-\\[calc\\(1rem\\+2px\\)\\]{width:calc(1rem + 2px)}",
  ":focus-visible{outline:3px solid}",
  "p:not(.lead,:has(.icon)){margin:0}",
  "@media print{.hero{color:#000}}",
  ".elsewhere{color:var(--color-unused)}",
].join("");

describe("a page's styles", () => {
  test("a page's styles are the rules that its elements use, and no other page's", () => {
    const { critical, deferred } = criticalCss(SHEET, '<html><h1 class="hero">Learn</h1></html>', []);
    expect(critical).toContain(".hero{");
    expect(critical).not.toContain(".perk");
    expect(critical).not.toContain(".elsewhere");
    expect(deferred).toBe("");
  });

  test("a page's styles leave out what only its text names", () => {
    const { critical } = criticalCss(SHEET, "<html><p>perk</p></html>", []);
    expect(critical).not.toContain(".perk");
  });

  test("a page's styles hold the classes that its scripts may add", () => {
    const { critical } = criticalCss(SHEET, "<html><p></p></html>", ['node.classList.toggle("is-open")']);
    expect(critical).toContain(".is-open{");
  });

  test("a page's styles hold rules for attributes that a script sets by another name", () => {
    const { critical } = criticalCss(SHEET, '<html><b class="in-usd"></b></html>', []);
    expect(critical).toContain('[data-currency="ngn"] .in-usd');
  });

  test("a page's styles hold rules for the states of its elements", () => {
    const { critical } = criticalCss(SHEET, "<html><p></p></html>", []);
    expect(critical).toContain(":focus-visible{outline:3px solid}");
    expect(critical).toContain("p:not(.lead,:has(.icon)){margin:0}");
  });

  test("a page's styles repeat no comment, such as Tailwind's licence, which /licences.txt gives once for all pages", () => {
    expect(criticalCss(`/*! MIT */${SHEET}`, "<html></html>", []).critical).not.toContain("MIT");
  });

  test("a page's styles find class names with brackets, commas and signs", () => {
    const { critical } = criticalCss(SHEET, '<html><p class="w-[calc(1rem+2px)]"></p></html>', []);
    expect(critical).toContain("width:calc(1rem + 2px)");
  });

  test("a page's styles keep the colours that are used, also those that only a drawing names", () => {
    const html = '<html><svg class="hero"><path fill="var(--color-deep)"></path></svg></html>';
    const { critical } = criticalCss(SHEET, html, []);
    expect(critical).toContain("--color-sun");
    expect(critical).toContain("--color-deep");
    expect(critical).not.toContain("--color-unused");
  });
});

describe("the styles of a page with a mark for the deferred ones", () => {
  const html = `<html><h1 class="hero"></h1>${DEFERRED_STYLES_MARKERS.file}<h2></h2><p class="perk"></p></html>`;

  test("the styles of a page with a mark for the deferred ones carry what comes before the mark, and defer the colours that only the rest uses", () => {
    const { critical, deferred } = criticalCss(SHEET, html, []);
    expect(critical).toContain(".hero{");
    expect(critical).toContain("--color-sun");
    expect(critical).not.toContain("--color-red");
    expect(critical).not.toContain(".perk");
    expect(deferred).toContain("@layer theme{:root{--color-red:#b8192b}}");
    expect(deferred).not.toContain("--color-sun:");
  });

  test("the styles of a page with a mark for the deferred ones defer what only the rest needs, print rules included", () => {
    const { critical, deferred } = criticalCss(SHEET, html, []);
    expect(deferred).toContain(".perk{");
    expect(deferred).toContain("@media print");
    expect(critical).not.toContain("@media print");
  });

  test("the styles of a page with a mark for the deferred ones defer how things look that are pointed at, and keep the focus", () => {
    const sheet = `${SHEET}.hero:hover,.hero:focus-visible{color:#000}.perk{width:var(--seldom)}@property --seldom{syntax:"*";inherits:false}@property --never{syntax:"*";inherits:false}`;
    const { critical, deferred } = criticalCss(sheet, html, []);
    expect(critical).toContain(".hero:focus-visible{");
    expect(critical).not.toMatch(/:hover|--seldom/);
    expect(deferred).toContain(".hero:hover{");
    expect(deferred).toContain("@property --seldom");
    expect(critical + deferred).not.toContain("--never");
  });

  test("the styles of a page with a mark for the deferred ones defer no rule that they carry already, which would then overrule later ones", () => {
    const { deferred } = criticalCss(SHEET, html, []);
    expect(deferred).toContain("@layer base{h2{margin:0}}");
    expect(deferred).not.toContain("h1");
  });

  test("the styles of a page with a mark for the deferred ones defer what only a script may add", () => {
    const { critical, deferred } = criticalCss(SHEET, html, ['node.classList.toggle("is-open")']);
    expect(critical).not.toContain(".is-open");
    expect(deferred).toContain(".is-open{");
  });

  test("the styles of a page with a mark for the deferred ones carry the classes that a script sets before the page is drawn", () => {
    const early = html.replace("<h1", '<script>root.classList.add("is-open")</script><h1');
    expect(criticalCss(SHEET, early, []).critical).toContain(".is-open{");
  });

  test("the styles of a page with several marks are divided at the first in the page, or where a file is linked", () => {
    const { file, inPage } = DEFERRED_STYLES_MARKERS;
    const early = `<html>${inPage}<h1 class="hero"></h1>${inPage}<p class="perk"></p></html>`;
    expect(criticalCss(SHEET, early, []).critical).not.toMatch(/\.hero|\.perk/);
    const linked = `<html>${inPage}<h1 class="hero"></h1>${file}<p class="perk"></p>${inPage}</html>`;
    const { critical, deferred } = criticalCss(SHEET, linked, []);
    expect(critical).toContain(".hero{");
    expect(critical).not.toContain(".perk");
    expect(deferred).toContain(".perk{");
  });
});
