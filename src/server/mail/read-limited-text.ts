/** The body as text, or why it could not be read. */
export type LimitedText =
  | { ok: true; text: string }
  | { ok: false; reason: "too-large" | "not-utf8" | "interrupted" };

/**
 * Reads a request's body as UTF-8, at most `limit` bytes of it.
 * The bytes are counted while they arrive, because a `Content-Length` may be missing or a lie.
 */
export async function readLimitedText(request: Request, limit: number): Promise<LimitedText> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return { ok: false, reason: "too-large" };
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
        await reader.cancel();
        return { ok: false, reason: "too-large" };
      }
      text += decoder.decode(value, { stream: true });
    }
    return { ok: true, text: text + decoder.decode() };
  } catch (error) {
    return { ok: false, reason: error instanceof TypeError ? "not-utf8" : "interrupted" };
  }
}
