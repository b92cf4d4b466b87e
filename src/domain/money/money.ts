export const CURRENCIES = ["NGN", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount in the smallest unit of its currency: 1_500_000 NGN is N15,000.00, 900 USD is $9.00. */
export interface Money {
  readonly currency: Currency;
  /** Kobo or cents; a whole number, never negative. */
  readonly minor: number;
}

/** A price in both currencies. The academy sets each; none is converted. */
export interface DualPrice {
  readonly NGN: Money;
  readonly USD: Money;
}

const MINOR_PER_MAJOR = 100;

/**
 * Returns an amount of whole naira or dollars.
 * @throws RangeError when `major` is not a whole number of at least 0: prices are whole in content.
 */
export function fromMajor(currency: Currency, major: number): Money {
  if (!Number.isSafeInteger(major)) throw new RangeError(`A price is a whole number, not ${major}.`);
  return fromMinor(currency, major * MINOR_PER_MAJOR);
}

/** Returns an amount in kobo or cents. @throws RangeError if `minor` is not a safe whole number of at least 0 */
export function fromMinor(currency: Currency, minor: number): Money {
  if (!Number.isSafeInteger(minor) || minor < 0) {
    throw new RangeError(`An amount is a whole number of kobo or cents, not ${minor}.`);
  }
  return { currency, minor };
}

/** Returns the sum of two amounts. @throws TypeError if their currencies differ */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`Cannot add ${a.currency} and ${b.currency}.`);
  return fromMinor(a.currency, a.minor + b.minor);
}

/** Returns the sum of amounts in one currency. @throws TypeError if one is in another currency */
export function sum(currency: Currency, amounts: readonly Money[]): Money {
  return amounts.reduce(add, fromMinor(currency, 0));
}

const SIGN: Record<Currency, string> = { NGN: "N", USD: "$" };

/** Returns the price card's figure: N194K, $500, $1200. Only round thousands of naira are shortened. */
export function formatShort(money: Money): string {
  const major = money.minor / MINOR_PER_MAJOR;
  if (money.currency === "NGN") {
    return major >= 1000 && major % 1000 === 0 ? `N${major / 1000}K` : formatFull(money);
  }
  return Number.isInteger(major) ? `$${major}` : formatExact(money);
}

/** Returns the figure for running text: N150,000, $100, $1200; kobo and cents only if there are any. */
export function formatFull(money: Money): string {
  const major = money.minor / MINOR_PER_MAJOR;
  if (money.currency === "USD") return formatShort(money);
  return Number.isInteger(major) ? `N${withThousands(String(major))}` : formatExact(money);
}

/** Returns the charged figure: N15,000 (kobo only if there are any), and always two decimals for dollars: $9.00. */
export function formatExact(money: Money): string {
  const major = Math.floor(money.minor / MINOR_PER_MAJOR);
  const minor = money.minor % MINOR_PER_MAJOR;
  const decimals = money.currency === "USD" || minor > 0 ? `.${String(minor).padStart(2, "0")}` : "";
  return `${SIGN[money.currency]}${withThousands(String(major))}${decimals}`;
}

/** Returns an amount as PayPal accepts it, with two decimals and no sign: "9.00", "1209.00". */
export function toDecimalString(money: Money): string {
  return decimalOfHundredths(money.minor);
}

/** Returns "9.00" for 900, in any currency, because payments in a third currency are stored in hundredths, too. */
export function decimalOfHundredths(hundredths: number): string {
  const digits = String(hundredths).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses an amount as PayPal writes it into kobo or cents: 900 for "9.00"; null when it is invalid. */
export function minorOf(decimal: string): number | null {
  const [, major, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  return major === undefined ? null : Number(major) * MINOR_PER_MAJOR + Number(fraction.padEnd(2, "0"));
}

/** Separates thousands without Intl, so that a phone's locale data cannot change a price's look. */
function withThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Returns "N495,000". A currency that the academy does not charge gets two decimals and its code: "70.00
 * EUR".
 * @param minor the amount in the smallest unit of the currency
 */
export function amountText(currency: string, minor: number): string {
  const chargedCurrency = CURRENCIES.find((candidate) => candidate === currency);
  return chargedCurrency
    ? formatExact(fromMinor(chargedCurrency, minor))
    : `${(minor / 100).toFixed(2)} ${currency}`;
}

/** An amount of money in a page's text: N150,000, N194K, $9.00, or as an editor may write it. */
const PRICE = /(?:[₦$]\s?|\bN(?:GN\s?)?|\bUSD\s?)\d[\d,.]*K?/g;

/** The key of an amount of money in an island's props. */
export const PROPS_MONEY_KEY = '"minor"';

/** Returns all amounts in a text, in order. */
export function pricesIn(text: string): string[] {
  return text.match(PRICE) ?? [];
}
