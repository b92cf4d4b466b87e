/** Finds amounts of money in a page's text: N150,000, N194K, $9.00, or as an editor may write them. */

const PRICE = /(?:[₦$]\s?|\bN(?:GN\s?)?|\bUSD\s?)\d[\d,.]*K?/;

/** The key of an amount of money in an island's props. */
export const PROPS_MONEY_KEY = '"minor"';
/** The same, escaped in a page's HTML. */
const ESCAPED_MONEY_KEY = PROPS_MONEY_KEY.replaceAll('"', "&quot;");

/** Whether a page's HTML has an amount of money, in its text or in an island's props. When in doubt, yes. */
export function showsPrice(html: string): boolean {
  return PRICE.test(html) || html.includes(ESCAPED_MONEY_KEY);
}

/** All amounts in a text, in order. */
export function pricesIn(text: string): string[] {
  return text.match(new RegExp(PRICE, "g")) ?? [];
}
