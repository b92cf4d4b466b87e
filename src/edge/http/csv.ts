/** A column of a CSV file: its title, and a function that reads its value from a row. */
export type CsvColumn<Row> = readonly [title: string, read: (row: Row) => string];

/** A part of a list, and the cursor of the next part; `next` is `null` after the last one. */
export interface ListPart<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

/** Answers with a list as a CSV file. Each part is read after the previous one was sent. */
export function csvResponse<Row, Cursor>(
  filename: string,
  columns: readonly CsvColumn<Row>[],
  readPart: (after: Cursor | undefined) => Promise<ListPart<Row, Cursor>>,
): Response {
  const encoder = new TextEncoder();
  let after: Cursor | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(titleLine(columns))),
    pull: async (stream) => {
      const { rows, next } = await readPart(after);
      const lines = rows.map((row) => csvLine(columns.map(([, read]) => read(row))));
      if (lines.length > 0) stream.enqueue(encoder.encode(lines.join("")));
      if (next === null) stream.close();
      else after = next;
    },
  });
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${filename}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(body, { headers });
}

/** Returns the first line. Spreadsheets recognise UTF-8 by its byte order mark. */
function titleLine<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `\uFEFF${csvLine(columns.map(([title]) => title))}`;
}

/**
 * The places where a spreadsheet would run a formula (CSV injection), before which a ' is put, as OWASP
 * advises. Spreadsheets that separate cells by semicolons or tabs start a cell after them, even within
 * quotes.
 */
const FORMULA = /(?<=^|[;\t])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Returns a line of CSV with its end (RFC 4180). Quotes are doubled and formulas disarmed. */
function csvLine(values: readonly string[]): string {
  const cells = values.map((value) => `"${value.replace(FORMULA, "'").replaceAll('"', '""')}"`);
  return `${cells.join(",")}\r\n`;
}
