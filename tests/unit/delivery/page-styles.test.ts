import { describe, expect, test } from "vitest";
import { LATE_STYLES_MARKER, pageStyles } from "~/delivery/page-styles.ts";

const SHEET = [
  "@layer theme{:root{--color-sun:#ffc640;--color-red:#b8192b;--color-deep:#0d3328;--color-unused:#000}}",
  "@layer base{h1,h2{margin:0}h1{color:var(--color-sun)}}",
  ".hero{color:var(--color-sun)}.perk{color:var(--color-red)}.is-open{display:block}",
  'html[data-currency="ngn"] .in-usd{display:none}',
  ".w-\\[calc\\(1rem\\+2px\\)\\]{width:calc(1rem + 2px)}",
  ":focus-visible{outline:3px solid}",
  "@media print{.hero{color:#000}}",
  ".elsewhere{color:var(--color-unused)}",
].join("");

describe("a page's styles", () => {
  test("are the rules that its elements use, and no other page's", async () => {
    const { first, late } = await pageStyles(SHEET, '<html><h1 class="hero">Learn</h1></html>', []);
    expect(first).toContain(".hero{");
    expect(first).not.toContain(".perk");
    expect(first).not.toContain(".elsewhere");
    expect(late).toBe("");
  });

  test("leave out what only its text names", async () => {
    const { first } = await pageStyles(SHEET, "<html><p>perk</p></html>", []);
    expect(first).not.toContain(".perk");
  });

  test("hold what its scripts may add", async () => {
    const { first } = await pageStyles(SHEET, "<html><p></p></html>", ['node.classList.toggle("is-open")']);
    expect(first).toContain(".is-open{");
  });

  test("hold rules for attributes that a script sets by another name", async () => {
    const { first } = await pageStyles(SHEET, '<html><b class="in-usd"></b></html>', []);
    expect(first).toContain('[data-currency="ngn"] .in-usd');
  });

  test("hold what is said of any element in a state", async () => {
    const { first } = await pageStyles(SHEET, "<html><p></p></html>", []);
    expect(first).toContain(":focus-visible{outline:3px solid}");
  });

  test("find class names with brackets, commas and signs", async () => {
    const { first } = await pageStyles(SHEET, '<html><p class="w-[calc(1rem+2px)]"></p></html>', []);
    expect(first).toContain("width:calc(1rem + 2px)");
  });

  test("keep the colours that are used, also those that only a drawing names", async () => {
    const html = '<html><svg class="hero"><path fill="var(--color-deep)"></path></svg></html>';
    const { first } = await pageStyles(SHEET, html, []);
    expect(first).toContain("--color-sun");
    expect(first).toContain("--color-deep");
    expect(first).not.toContain("--color-unused");
  });
});

describe("a page with late styles", () => {
  const html = `<html><h1 class="hero"></h1>${LATE_STYLES_MARKER}<h2></h2><p class="perk"></p></html>`;

  test("has first what stands before the mark, with every colour that the page uses", async () => {
    const { first } = await pageStyles(SHEET, html, []);
    expect(first).toContain(".hero{");
    expect(first).toContain("--color-red");
    expect(first).not.toContain(".perk");
  });

  test("has late what only the rest needs, paper included", async () => {
    const { first, late } = await pageStyles(SHEET, html, []);
    expect(late).toContain(".perk{");
    expect(late).toContain("@media print");
    expect(first).not.toContain("@media print");
  });

  test("never says again late what an earlier rule has overruled", async () => {
    const { late } = await pageStyles(SHEET, html, []);
    expect(late).toContain("@layer base{h2{margin:0}}");
    expect(late).not.toContain("h1");
  });
});
