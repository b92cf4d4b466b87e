/**
 * A text as SQLite reads it between quotes: wrangler takes whole statements, without values bound to them.
 * @throws RangeError for a text with a NUL, at which SQLite would stop reading
 */
export function sqlText(text: string): string {
  if (text.includes("\0")) throw new RangeError("A text with a NUL character cannot be looked for.");
  return `'${text.replaceAll("'", "''")}'`;
}
