import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { captions, frameSvg, LENGTH } from "../../scripts/content/film/film.ts";

const film = (name: string) => new URL(`../../public/film/${name}`, import.meta.url);

describe("the film of a week", () => {
  test("the film of a week takes 30 to 60 seconds and weighs 1.5 MB at most, in both formats", () => {
    expect(LENGTH).toBeGreaterThanOrEqual(30);
    expect(LENGTH).toBeLessThanOrEqual(60);
    for (const name of ["week.mp4", "week.webm"]) {
      expect(statSync(film(name)).size, name).toBeLessThanOrEqual(1_500_000);
    }
    expect(readFileSync(film("week.mp4")).subarray(4, 8).toString()).toBe("ftyp");
    expect(readFileSync(film("week.webm")).subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
  });

  test("the film's captions are those of its scenes, one after the other, to its end", () => {
    expect(readFileSync(film("week.vtt"), "utf8")).toBe(captions());
    const seconds = [...captions().matchAll(/00:(\d\d):(\d\d\.\d{3})/g)].map(
      ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
    );
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(seconds.at(-1)).toBeCloseTo(LENGTH, 2);
  });

  test.each([0, 4.8, 12, LENGTH])("the film's picture at %d s names only colours of the site", (time) => {
    const svg = frameSvg(time);
    expect(svg).toMatch(/^<svg [^>]+viewBox="0 0 1280 720">.*<\/svg>$/s);
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});
