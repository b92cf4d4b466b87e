import { describe, expect, it } from "vitest";
import { toIndexedPicture, withPart } from "~/illustrations/social-card/indexed-picture.ts";
import { coloursOf } from "./colours-of.ts";

/** Opaque pixels of the given colours, 0xRRGGBB, in rows of `width`. */
function drawn(colours: readonly number[], width: number) {
  const pixels = Uint8Array.from(
    colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]),
  );
  return { width, height: colours.length / width, pixels };
}

describe("a picture of few colours", () => {
  const ground = toIndexedPicture(drawn([0xff0000, 0xff0000, 0x00ff00, 0x0000ff, 0x00ff00, 0x0000ff], 3));

  it("names each colour once", () => {
    expect(ground.colours).toEqual([0xff0000, 0x00ff00, 0x0000ff]);
    expect([...ground.rows]).toEqual([0, 0, 0, 1, 0, 2, 1, 2]);
  });

  it("takes a part that is drawn anew, and stays as it was itself", () => {
    const picture = withPart(ground, drawn([0x123456, 0xff0000], 1), { left: 2, top: 0 });
    expect(coloursOf(picture)).toEqual([0xff0000, 0xff0000, 0x123456, 0x0000ff, 0x00ff00, 0xff0000]);
    expect(coloursOf(ground)).toEqual([0xff0000, 0xff0000, 0x00ff00, 0x0000ff, 0x00ff00, 0x0000ff]);
  });

  it("shows the nearest colour for one beyond the 256th", () => {
    const greys = Array.from({ length: 256 }, (_, value) => value * 0x010101);
    const picture = toIndexedPicture(drawn([...greys, 0x7f8080], 257));
    expect(picture.colours).toHaveLength(256);
    expect(coloursOf(picture).at(-1)).toBe(0x808080);
  });
});
