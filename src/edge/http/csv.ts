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
