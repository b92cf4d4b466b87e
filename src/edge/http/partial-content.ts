/** The bytes of a file from `first` to `last`, both included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * A file as it was asked for: whole, or the one range of bytes that the request names. Safari plays no film from a host that
 * answers with the whole, and the platform's own files ignore ranges.
 * @param file the whole of it: 200 with its type
 */
export async function withRange(request: Request, file: Response): Promise<Response> {
  if (!file.ok) return file;
  const bytes = await file.arrayBuffer();
  const headers = new Headers(file.headers);
  headers.set("Accept-Ranges", "bytes");
  const range = parseRange(request.headers.get("Range"), bytes.byteLength);
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes.byteLength}` } });
  }
  const { first, last } = range ?? { first: 0, last: bytes.byteLength - 1 };
  headers.set("Content-Length", String(last - first + 1));
  if (range) headers.set("Content-Range", `bytes ${first}-${last}/${bytes.byteLength}`);
  const body = request.method === "HEAD" ? null : bytes.slice(first, last + 1);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** One range; null where the whole may be the answer: for no range, several, or an invalid one. */
function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const length = Number(to);
    return length === 0 ? "unsatisfiable" : { first: Math.max(0, size - length), last: size - 1 };
  }
  const [first, last] = [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== "" && Number(to) < first) return null;
  return first >= size ? "unsatisfiable" : { first, last };
}
