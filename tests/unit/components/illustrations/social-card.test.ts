import { expect, it } from "vitest";
import { fitTitle, renderSocialCard } from "~/components/illustrations/social-card/card-file.ts";
import { trackOfLine } from "~/components/illustrations/track-pictures.ts";
import { cardName } from "~/domain/catalogue/links.ts";
import type { SocialCard } from "~/domain/catalogue/pictures.ts";

/** Returns the width of a text whose letters are half as wide as high. */
const halfWide = (text: string, size: number) => (text.length * size) / 2;

it("a title keeps all its words and fits its width", () => {
  const title = "Project Management Agile and Scrum Foundational";
  const { size, lines } = fitTitle(title, 560, halfWide);
  expect(lines.join(" ")).toBe(title);
  for (const line of lines) expect(halfWide(line, size)).toBeLessThanOrEqual(560);
});

const cards: SocialCard[] = [
  { title: "From first command to cloud engineer.", kicker: "Virtual Cloud DevOps bootcamp" },
  ...(Object.keys(trackOfLine) as (keyof typeof trackOfLine)[]).map((line) => ({
    title: "Project Management Foundational and Advanced",
    kicker: "3 months, live online",
    line,
  })),
];

it.each(cards)("a card is a PNG of 1200 by 630 pixels under 100 KB: $line", async (card) => {
  const png = Buffer.from(await renderSocialCard(card, "Academy"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(100_000);
});

it("several cards that are drawn at the same time do not mix", async () => {
  const titles = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
  const drawAll = () => Promise.all(titles.map((title) => renderSocialCard({ title }, "Academy")));
  const oneByOne: Uint8Array[] = [];
  for (const title of titles) oneByOne.push(await renderSocialCard({ title }, "Academy"));
  expect(await drawAll()).toEqual(oneByOne);
});

it.each([
  ["/", "home"],
  ["/course/ai-advanced", "course-ai-advanced"],
  ["/Terms&Condition", "terms-condition"],
  ["/Terms%26Condition", "terms-condition"],
])("the card of %s is called %s", (path, name) => {
  expect(cardName(path)).toBe(name);
});
