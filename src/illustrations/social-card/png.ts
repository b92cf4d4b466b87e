import { crc32, deflateSync } from "node:zlib";
import type { IndexedPicture } from "./indexed-picture.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_INDEX = 8;
const INDEXED = 3;

/** Higher levels take several times as long for a few percent. */
const COMPRESSION = { level: 4 };

/** @returns the picture's file */
export function encodePng({ width, height, colours, rows }: IndexedPicture): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_PER_INDEX, INDEXED], 8);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, COMPRESSION)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A part of a PNG file: length, kind, data and a checksum over the last two. */
function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
