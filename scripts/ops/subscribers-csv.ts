import { unparse } from "papaparse";

/** Those who confirmed the newsletter, and have not left it. */
export const SUBSCRIBERS = `SELECT email, confirmed_at, token FROM subscriptions
  WHERE list = 'newsletter' AND confirmed_at IS NOT NULL ORDER BY confirmed_at`;

/**
 * Columns: email, confirmed_at (UTC), leave.
 * @param rows of {@link SUBSCRIBERS}
 * @param site the site's origin
 */
export function subscribersCsv(rows: readonly Record<string, unknown>[], site: string): string {
  const lines = rows.map(({ email, confirmed_at, token }) => ({
    email,
    confirmed_at,
    leave: new URL(`/prod/subscriptions/${token}/stop`, site).href,
  }));
  const columns = ["email", "confirmed_at", "leave"];
  // What an address begins with may be a formula to a spreadsheet.
  return `${unparse({ fields: columns, data: lines }, { escapeFormulae: true })}\n`;
}
