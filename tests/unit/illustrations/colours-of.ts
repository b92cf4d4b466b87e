import { type IndexedPicture, rowLength } from "~/illustrations/social-card/indexed-picture.ts";

/** The colour of each pixel, row by row: 0xRRGGBB. */
export function coloursOf({ width, height, colours, rows }: IndexedPicture): (number | undefined)[] {
  return Array.from({ length: height }, (_, row) =>
    [...rows.subarray(row * rowLength(width) + 1, (row + 1) * rowLength(width))].map(
      (index) => colours[index],
    ),
  ).flat();
}
