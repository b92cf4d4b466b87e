import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const film = (name: string) => new URL(`../../public/film/${name}`, import.meta.url);

test("the film weighs 1.5 MB at most, in both formats", () => {
  for (const name of ["week.mp4", "week.webm"]) {
    expect(statSync(film(name)).size, name).toBeLessThanOrEqual(1_500_000);
  }
  expect(readFileSync(film("week.mp4")).subarray(4, 8).toString()).toBe("ftyp");
  expect(readFileSync(film("week.webm")).subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
});
