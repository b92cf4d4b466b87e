import { COMMON_HEADERS, permissionsPolicy } from "~/domain/headers/content-policy.ts";

/** No browser guesses its type, and no cache stores it. `headers` win over the common ones. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** A response made on demand is data: opened as a page, nothing in it can run. */
const HEADERS = {
  ...COMMON_HEADERS,
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Permissions-Policy": permissionsPolicy(),
};

/** The answer with the headers it does not bring itself: the headers file is for files alone. */
export function withResponseHeaders(answer: Response): Response {
  const complete = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!complete.headers.has(name)) complete.headers.set(name, value);
  }
  return complete;
}

/** The bytes of a file from `first` to `last`, both included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Whole, or the range that is asked for: Safari plays no film without, and the platform's own files ignore ranges. */
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

/** What a column of a CSV file is called, and what it has of a row. */
export type CsvColumn<Row> = readonly [title: string, read: (row: Row) => string];

/** The beginning of a CSV file: a byte order mark, by which spreadsheets know that it is UTF-8, and its titles. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `\uFEFF${csvLine(columns.map(([title]) => title))}`;
}

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => csvLine(columns.map(([, read]) => read(row)))).join("");
}

export function csvResponse(filename: string, body: string | ReadableStream): Response {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${filename}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(body, { headers });
}

/**
 * CSV injection: where a spreadsheet would run a formula; a visitor may type one into a name. There a ' is put in front, as
 * OWASP advises. A + of a phone number is no exception. A spreadsheet that separates cells by semicolons or tabs begins one
 * after them, within our quotes too.
 */
const FORMULA = /(?<=^|[;\t])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** A line of CSV (RFC 4180), with its end: quotes doubled, formulas disarmed. */
function csvLine(values: readonly string[]): string {
  const cells = values.map((value) => `"${value.replace(FORMULA, "'").replaceAll('"', '""')}"`);
  return `${cells.join(",")}\r\n`;
}

interface MailPage {
  readonly status: number;
  readonly title: string;
  readonly text?: string;
  /** HTML. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly back: { readonly href: string; readonly text: string };
}

/** A page that a mail's link opens: without script or picture, readable wherever a mail is read. */
export function mailPage({ status, title, text = "", form = "", headers = {}, back }: MailPage): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:1.125rem/1.5 sans-serif;max-width:34rem;margin:10vh auto;padding:0 1rem}button{font:inherit;padding:.75rem 1.25rem}</style>
<main><h1>${title}</h1><p>${text}</p>${form}<p><a href="${back.href}">${back.text}</a></p></main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ...headers,
    },
  });
}

export function onlyFromMail(back: MailPage["back"]): Response {
  const headers = { allow: "GET, HEAD, POST" };
  return mailPage({ status: 405, title: "Open this link from your email", headers, back });
}

export function tryLinkAgain(back: MailPage["back"]): Response {
  const text = "Open the link again in a minute.";
  return mailPage({ status: 503, title: "That didn't work", text, headers: { "retry-after": "30" }, back });
}
