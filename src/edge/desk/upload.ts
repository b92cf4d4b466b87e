/** A form with a file, which is read as it comes: `multipart/form-data` as RFC 7578 has it. */
import { limitedPieces, UploadTrouble } from "./limited-pieces.ts";

export interface Upload {
  /** The fields that come before the file. */
  readonly form: URLSearchParams;
  readonly file: AsyncIterable<string>;
}

/** Fields beside a file are a few words each. */
const MOST_IN_FIELD = 1000;

/** Reads until the file begins; null where there is none, or the form ends before it should. */
export async function readUpload(request: Request): Promise<Upload | null> {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(request.headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (!boundary || !request.body) return null;
  const parts = splitting(limitedPieces(request.body));
  const mark = `\r\n--${boundary}`;
  const form = new URLSearchParams();
  try {
    await parts.textUntil(mark);
    while (!(await parts.textUntil("\r\n")).startsWith("--")) {
      const head = await parts.textUntil("\r\n\r\n");
      const name = /;\s*name="([^"]*)"/i.exec(head)?.[1] ?? "";
      if (/;\s*filename\*?=/i.test(head)) return { form, file: parts.until(mark) };
      form.append(name, await parts.textUntil(mark));
    }
  } catch (error) {
    if (!(error instanceof UploadTrouble)) throw error;
  }
  await parts.readAway();
  return null;
}

/** Reads a text in pieces from one mark to the next, wherever the pieces end. */
function splitting(pieces: AsyncGenerator<string>) {
  // A first mark needs no line before it.
  let rest = "\r\n";

  async function readAway(): Promise<void> {
    try {
      while (!(await pieces.next()).done);
    } catch (error) {
      if (!(error instanceof UploadTrouble)) throw error;
    }
  }

  /** @throws UploadTrouble when the text ends before the mark */
  async function* before(mark: string): AsyncGenerator<string> {
    for (;;) {
      const at = rest.indexOf(mark);
      if (at >= 0) {
        yield rest.slice(0, at);
        rest = rest.slice(at + mark.length);
        return;
      }
      // The mark may have begun, and go on in the next piece.
      const safe = Math.max(0, rest.length - mark.length + 1);
      if (safe > 0) yield rest.slice(0, safe);
      rest = rest.slice(safe);
      const next = await pieces.next();
      if (next.done) throw new UploadTrouble("cut-off");
      rest += next.value;
    }
  }

  return {
    readAway,
    async *until(mark: string): AsyncGenerator<string> {
      yield* before(mark);
      await readAway();
    },
    async textUntil(mark: string): Promise<string> {
      let text = "";
      for await (const piece of before(mark)) {
        text += piece;
        if (text.length > MOST_IN_FIELD) throw new UploadTrouble("cut-off");
      }
      return text;
    },
  };
}
