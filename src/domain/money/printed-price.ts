/** Amounts of money as they stand in a page's text: N150,000, N194K, $9.00, or as an editor may have written them. */

const PRICE = /(?:[₦$]\s?|\bN(?:GN\s?)?|\bUSD\s?)\d[\d,.]*K?/;

/** An amount of money, as the properties of an island spell it. */
export const GIVEN_MONEY = '"minor"';
/** The same as it stands in a page's HTML. */
const GIVEN_IN_HTML = GIVEN_MONEY.replaceAll('"', "&quot;");

/** Whether a page's HTML prints an amount of money anywhere, or gives one to a script that does. When in doubt, yes. */
export function showsPrice(html: string): boolean {
  return PRICE.test(html) || html.includes(GIVEN_IN_HTML);
}

/** Every amount that a text prints, in its order. */
export function pricesIn(text: string): string[] {
  return text.match(new RegExp(PRICE, "g")) ?? [];
}
