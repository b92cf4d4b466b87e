import { discard } from "~/edge/http/read-limited-text.ts";

/** Why a file could not be read to its end. */
export class UploadTrouble extends Error {
  readonly reason: "too-large" | "cut-off";

  constructor(reason: UploadTrouble["reason"]) {
    super(`The upload is ${reason}.`);
    this.reason = reason;
  }
}

/** 50,000 lines of the widest export, and room. */
export const MOST_MEGABYTES = 30;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;

/**
 * A body as text, in pieces as they come. The bytes are counted, since a `Content-Length` may be missing or a lie. Bytes
 * that are not UTF-8 are replaced: what counts in an export is ASCII.
 * @throws UploadTrouble when there are too many, or the connection breaks
 */
export async function* limitedPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new UploadTrouble("cut-off");
    });
    if (done) return;
    size += value.byteLength;
    if (size > MOST_BYTES) {
      await discard(reader);
      throw new UploadTrouble("too-large");
    }
    yield decoder.decode(value, { stream: true });
  }
}
