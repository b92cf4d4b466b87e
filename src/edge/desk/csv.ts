/** The headers of a download that no cache stores. */
export function csvHeaders(filename: string): Record<string, string> {
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${filename}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
}

/**
 * CSV injection: where a spreadsheet would run a formula; a visitor may type one into a name. There a ' is put in front, as
 * OWASP advises. A + of a phone number is no exception. A spreadsheet that separates cells by semicolons or tabs begins one
 * after them, within our quotes too.
 */
const FORMULA = /(?<=^|[;\t])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** A line of CSV (RFC 4180), with its end: quotes doubled, formulas disarmed. */
export function csvLine(values: readonly string[]): string {
  const cells = values.map((value) => `"${value.replace(FORMULA, "'").replaceAll('"', '""')}"`);
  return `${cells.join(",")}\r\n`;
}
