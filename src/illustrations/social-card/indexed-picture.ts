/** Pictures of few colours, made of parts that are drawn one by one. */

/** Each pixel names its colour by the colour's place in a list of up to 256. */
export interface IndexedPicture {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** 0xRRGGBB each. */
  readonly colours: readonly number[];
  /** Row by row: a byte 0, which in a PNG says that the row is not filtered, then one for each pixel. */
  readonly rows: Uint8Array;
}

/** Opaque pixels, row by row: a byte each for red, green, blue and opacity. */
export interface OpaquePixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const MOST_COLOURS = 256;

/** In bytes. @param width in pixels */
export const rowLength = (width: number) => 1 + width;

export function toIndexedPicture(drawn: OpaquePixels): IndexedPicture {
  const { width, height } = drawn;
  const blank = { width, height, colours: [], rows: new Uint8Array(rowLength(width) * height) };
  return withPart(blank, drawn, { left: 0, top: 0 });
}

/**
 * The picture with a part of it drawn anew. Colours that find no place in the list are the nearest that have one.
 * @param at where the part begins, in pixels from the picture's upper left corner
 */
export function withPart(
  picture: IndexedPicture,
  part: OpaquePixels,
  at: { readonly left: number; readonly top: number },
): IndexedPicture {
  const { pixels } = part;
  const colours = [...picture.colours];
  const rows = picture.rows.slice();
  const known = new Map(colours.map((colour, index) => [colour, index]));
  const indexOf = (colour: number): number => {
    const index =
      known.get(colour) ?? (colours.length < MOST_COLOURS ? colours.length : nearest(colour, colours));
    if (index === colours.length) colours.push(colour);
    known.set(colour, index);
    return index;
  };

  let last = -1;
  let lastIndex = 0;
  let from = 0;
  for (let row = 0; row < part.height; row += 1) {
    const start = (at.top + row) * rowLength(picture.width) + 1 + at.left;
    for (let column = 0; column < part.width; column += 1) {
      const colour = ((pixels[from] ?? 0) << 16) | ((pixels[from + 1] ?? 0) << 8) | (pixels[from + 2] ?? 0);
      // Most pixels look like their neighbour, which saves a look into the map.
      if (colour !== last) {
        last = colour;
        lastIndex = indexOf(colour);
      }
      rows[start + column] = lastIndex;
      from += 4;
    }
  }
  return { ...picture, colours, rows };
}

function nearest(colour: number, colours: readonly number[]): number {
  const distances = colours.map((other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}
