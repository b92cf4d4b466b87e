/** Amounts of money as they stand in a page's text: N150,000, N194K, $9.00, or as an editor may have written them. */

const PRICE = /(?:[₦$]\s?|\bN(?:GN\s?)?|\bUSD\s?)\d[\d,.]*K?/;

/** Whether a text, or a page's HTML, prints an amount of money anywhere. When in doubt, yes. */
export function showsPrice(text: string): boolean {
  return PRICE.test(text);
}

/** Every amount that a text prints, in its order. */
export function pricesIn(text: string): string[] {
  return text.match(new RegExp(PRICE, "g")) ?? [];
}
