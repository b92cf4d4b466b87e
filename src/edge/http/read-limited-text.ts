/** The body as text, or why it could not be read. */
export type LimitedText =
  | { ok: true; text: string }
  | { ok: false; reason: "too-large" | "not-utf8" | "interrupted" };

/** How much of a refused body is still read away: a connection with unread bytes in it breaks for its next request. */
const DISCARD_LIMIT = 1024 * 1024;

/**
 * Reads a request's body as UTF-8, at most `limit` bytes of it.
 * The bytes are counted while they arrive, because a `Content-Length` may be missing or a lie.
 */
export async function readLimitedText(request: Request, limit: number): Promise<LimitedText> {
  if (!request.body) return { ok: true, text: "" };

  const reader = request.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) {
        await discard(reader);
        return { ok: false, reason: "too-large" };
      }
      text += decoder.decode(value, { stream: true });
    }
    return { ok: true, text: text + decoder.decode() };
  } catch (error) {
    return { ok: false, reason: error instanceof TypeError ? "not-utf8" : "interrupted" };
  }
}

/** Reads away what is left of a refused body, within reason. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let size = 0; size < DISCARD_LIMIT; ) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
  await reader.cancel();
}
