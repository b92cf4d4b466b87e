import { describe, expect, test } from "vitest";
import {
  add,
  type Currency,
  formatExact,
  formatFull,
  formatShort,
  fromMajor,
  fromMinor,
  sum,
  toDecimalString,
} from "~/domain/money/money.ts";
import { entryIds, readEntry } from "../../../fixtures/content-entries.ts";

test.each<[Currency, number, string]>([
  ["NGN", 194_000, "N194K"],
  ["NGN", 1_000, "N1K"],
  ["NGN", 999, "N999"],
  ["NGN", 194_500, "N194,500"],
  ["NGN", 0, "N0"],
  ["USD", 500, "$500"],
  ["USD", 1200, "$1200"],
  ["USD", 0, "$0"],
])("a price card shows %s %i as %s", (currency, major, text) => {
  expect(formatShort(fromMajor(currency, major))).toBe(text);
});

test.each<[Currency, number, string]>([
  ["NGN", 150_000, "N150,000"],
  ["NGN", 999, "N999"],
  ["NGN", 1_234_567, "N1,234,567"],
  ["NGN", 0, "N0"],
  ["USD", 100, "$100"],
  ["USD", 1200, "$1200"],
  ["USD", 0, "$0"],
])("a course page shows %s %i as %s", (currency, major, text) => {
  expect(formatFull(fromMajor(currency, major))).toBe(text);
});

test.each<[Currency, number, string]>([
  ["NGN", 1_500_000, "N15,000"],
  ["NGN", 0, "N0"],
  ["USD", 900, "$9.00"],
  ["USD", 120_900, "$1,209.00"],
  ["USD", 0, "$0.00"],
])("what is charged reads %s %i as %s", (currency, minor, text) => {
  expect(formatExact(fromMinor(currency, minor))).toBe(text);
});

test("kobo and cents are shown wherever there are any", () => {
  const naira = fromMinor("NGN", 1_500_005);
  const dollars = fromMinor("USD", 950);
  expect([formatShort(naira), formatFull(naira), formatExact(naira)]).toEqual(
    Array<string>(3).fill("N15,000.05"),
  );
  expect([formatShort(dollars), formatFull(dollars), formatExact(dollars)]).toEqual(
    Array<string>(3).fill("$9.50"),
  );
});

describe("amounts for PayPal", () => {
  test.each([
    [900, "9.00"],
    [120_900, "1209.00"],
    [0, "0.00"],
    [1, "0.01"],
    [10, "0.10"],
    [100, "1.00"],
  ])("PayPal gets %i cents as %s", (cents, text) => {
    expect(toDecimalString(fromMinor("USD", cents))).toBe(text);
  });
});

test.each([0.5, 1.1, 19.99, -1, -0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])(
  "a price of %s naira is refused",
  (major) => {
    expect(() => fromMajor("NGN", major)).toThrow(RangeError);
  },
);

test.each([0.5, 1_500_000.5, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  "an amount of %s kobo is refused",
  (minor) => {
    expect(() => fromMinor("NGN", minor)).toThrow(RangeError);
  },
);

test("naira and dollars never add up", () => {
  expect(() => add(fromMajor("NGN", 1), fromMajor("USD", 1))).toThrow(TypeError);
  expect(() => sum("NGN", [fromMajor("NGN", 1), fromMajor("USD", 1)])).toThrow(TypeError);
  expect(() => sum("USD", [fromMajor("NGN", 1)])).toThrow(TypeError);
});

test("a sum of no amounts is zero", () => {
  expect(sum("USD", [])).toEqual({ currency: "USD", minor: 0 });
});

/** Every number in an entry, with the keys that lead to it. */
function numbersIn(value: unknown, path: readonly string[] = []): [string, number][] {
  if (typeof value === "number") return [[path.join("."), value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...path, key]));
}

const prices = entryIds("courses").flatMap((id) =>
  numbersIn(readEntry("courses", id))
    .filter(([path]) => /naira|dollars/.test(path) && !path.endsWith("percent"))
    .map(([path, price]): [string, number] => [`${id}: ${path}`, price]),
);

test.each(prices)("%s is charged to the kobo or cent", (path, price) => {
  const currency = path.includes("naira") ? "NGN" : "USD";
  const money = fromMajor(currency, price);
  expect(money.minor).toBe(price * 100);
  expect(Number.isSafeInteger(money.minor)).toBe(true);
  expect(Number(toDecimalString(money))).toBe(price);
  expect(Number(formatFull(money).replace(/[N$,]/g, ""))).toBe(price);
});
