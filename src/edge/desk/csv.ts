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
 * CSV injection: what a spreadsheet would run as a formula; a visitor may type one into a name. Such a value gets a ' in
 * front, as OWASP advises. A + of a phone number is no exception.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A line of CSV (RFC 4180), with its end: quotes doubled, formulas disarmed. */
export function csvLine(values: readonly string[]): string {
  const cells = values.map(
    (value) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`,
  );
  return `${cells.join(",")}\r\n`;
}
