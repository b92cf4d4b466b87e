/** A column of a CSV file: its title, and a function that reads its value from a row. */
export type CsvColumn<Row> = readonly [title: string, read: (row: Row) => string];

/** A part of a list, and where the next part begins; `next` is null after the last. */
export interface ListPart<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

/** Answers with a list as a CSV file. Each part is read when the one before it was sent, so that no list is too long. */
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

/** The first line, after a byte order mark, by which spreadsheets know that the file is UTF-8. */
function titleLine<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `\uFEFF${csvLine(columns.map(([title]) => title))}`;
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
