import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { cardName } from "~/domain/catalogue/card-name.ts";
import type { SocialCard } from "~/illustrations/social-card/card.ts";
import { layerDrawer } from "~/illustrations/social-card/card-layers.ts";
import { cardMeasures } from "~/illustrations/social-card/card-measures.ts";
import { socialCardSvg } from "~/illustrations/social-card/card-svg.ts";
import { fitTitle } from "~/illustrations/social-card/fit-title.ts";
import { startRasteriser } from "~/illustrations/social-card/rasteriser.ts";
import { cardLayers, renderSocialCard } from "~/illustrations/social-card/render-card.ts";
import { trackOfLine } from "~/illustrations/track-pictures.ts";
import { coloursOf } from "./colours-of.ts";

/** Every letter is half as wide as it is high. */
const halfWide = (text: string, size: number) => (text.length * size) / 2;

describe("a title on a card", () => {
  it("stands in the largest letters that take three lines", () => {
    const { size, lines } = fitTitle("Cybersecurity", 560, halfWide);
    expect(lines).toEqual(["Cybersecurity"]);
    expect(size).toBe(84);
  });

  it("loses no word and never runs wider than its place", () => {
    const title = "Project Management Agile and Scrum Foundational";
    const { size, lines } = fitTitle(title, 560, halfWide);
    expect(lines.join(" ")).toBe(title);
    for (const line of lines) expect(halfWide(line, size)).toBeLessThanOrEqual(560);
  });

  it("with signs that mean something in SVG is written as it is", () => {
    const svg = socialCardSvg({ title: "A < B & C" }, "Academy", halfWide);
    expect(svg).toContain("A &lt; B &amp; C");
  });
});

const FACE = new URL("../../../src/assets/bricolage-grotesque.ttf", import.meta.url);

describe("the picture of a card", () => {
  const cards: SocialCard[] = [
    { title: "From first command to cloud engineer.", kicker: "Virtual Cloud DevOps bootcamp" },
    ...(Object.keys(trackOfLine) as (keyof typeof trackOfLine)[]).map((line) => ({
      title: "Project Management Foundational and Advanced",
      kicker: "3 months, live online",
      line,
    })),
  ];

  it.each(cards)("is a PNG of 1200 by 630 pixels under 100 KB: $line", async (card) => {
    const png = Buffer.from(await renderSocialCard(card, "Academy"));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(100_000);
  });

  it.each([
    ["a short title", "Curriculum"],
    ["a title of many lines", "Introduction to Infrastructure as Code for Working Engineers"],
    ["a word wider than its place", "Donaudampfschifffahrtsgesellschaftskapitän"],
    ["accents above and tails below", "Ǻçğ Éỹj Ấgg Ýþq"],
  ])("is the same drawn in two steps as in one: %s", async (_, title) => {
    const rasteriser = await startRasteriser(await readFile(FACE));
    const measures = cardMeasures(rasteriser);
    const draw = layerDrawer(rasteriser);
    for (const line of [undefined, "green", "cyber"] as const) {
      const card: SocialCard = { title, kicker: "Ấ kicker, quick and jumpy", line };
      const inSteps = coloursOf(draw(cardLayers(card, "Academy", measures)));
      const whole = { ground: socialCardSvg(card, "Academy", measures.measure), words: null };
      const inOne = coloursOf(draw(whole));
      expect(inSteps.findIndex((colour, index) => colour !== inOne[index])).toBe(-1);
    }
  });

  it("is what is asked for, however many are drawn at a time", async () => {
    const titles = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
    const drawAll = () => Promise.all(titles.map((title) => renderSocialCard({ title }, "Academy")));
    const oneByOne: Uint8Array[] = [];
    for (const title of titles) oneByOne.push(await renderSocialCard({ title }, "Academy"));
    expect(await drawAll()).toEqual(oneByOne);
  });

  it("shows its words", async () => {
    const [worded, blank] = await Promise.all(
      ["Pricing", " "].map((title) => renderSocialCard({ title }, "Academy")),
    );
    expect(Buffer.compare(Buffer.from(worded ?? []), Buffer.from(blank ?? []))).not.toBe(0);
  });
});

it.each([
  ["/", "home"],
  ["/course/ai-advanced", "course-ai-advanced"],
  ["/Terms&Condition", "terms-condition"],
  ["/Terms%26Condition", "terms-condition"],
])("the card of %s is called %s", (path, name) => {
  expect(cardName(path)).toBe(name);
});
