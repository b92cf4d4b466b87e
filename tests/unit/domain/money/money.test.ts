import { expect, test } from "vitest";
import {
  add,
  type Currency,
  formatExact,
  formatFull,
  formatShort,
  fromMajor,
  fromMinor,
  pricesIn,
  sum,
  toDecimalString,
} from "~/domain/money/money.ts";

test.each<[Currency, minor: number, short: string, full: string, exact: string]>([
  ["NGN", 19_400_000, "N194K", "N194,000", "N194,000"],
  ["NGN", 100_000, "N1K", "N1,000", "N1,000"],
  ["NGN", 99_900, "N999", "N999", "N999"],
  ["NGN", 19_450_000, "N194,500", "N194,500", "N194,500"],
  ["NGN", 123_456_700, "N1,234,567", "N1,234,567", "N1,234,567"],
  ["NGN", 1_500_005, "N15,000.05", "N15,000.05", "N15,000.05"],
  ["NGN", 0, "N0", "N0", "N0"],
  ["USD", 50_000, "$500", "$500", "$500.00"],
  ["USD", 120_900, "$1209", "$1209", "$1,209.00"],
  ["USD", 950, "$9.50", "$9.50", "$9.50"],
  ["USD", 0, "$0", "$0", "$0.00"],
])("%s %i are %s on a price card, %s on a course page, and %s where charged", (currency, minor, ...texts) => {
  const money = fromMinor(currency, minor);
  expect([formatShort(money), formatFull(money), formatExact(money)]).toEqual(texts);
});

test.each([
  [120_900, "1209.00"],
  [0, "0.00"],
  [1, "0.01"],
  [10, "0.10"],
  [100, "1.00"],
])("PayPal gets %i cents as %s", (cents, text) => {
  expect(toDecimalString(fromMinor("USD", cents))).toBe(text);
});

test.each([0.01, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  "neither a price of %s naira nor an amount of %s kobo is accepted",
  (amount) => {
    expect(() => fromMajor("NGN", amount)).toThrow(RangeError);
    expect(() => fromMinor("NGN", amount)).toThrow(RangeError);
  },
);

test("naira and dollars never add up", () => {
  expect(() => add(fromMajor("NGN", 1), fromMajor("USD", 1))).toThrow(TypeError);
  expect(() => sum("USD", [fromMajor("NGN", 1)])).toThrow(TypeError);
});

test("a sum of no amounts is zero", () => {
  expect(sum("USD", [])).toEqual({ currency: "USD", minor: 0 });
});

test("the prices of a page are found in order, each as often as it is there", () => {
  const html =
    "<h3>Full</h3><span>N500,000</span><span>$1200</span><p>Week 12, then N194K, and $9.00 again: $9.00.</p>";
  expect(pricesIn(html)).toEqual(["N500,000", "$1200", "N194K", "$9.00", "$9.00."]);
});

test("a page without an amount has no prices", () => expect(pricesIn("<p>Week 12 of N</p>")).toEqual([]));
