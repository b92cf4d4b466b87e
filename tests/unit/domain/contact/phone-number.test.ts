import { describe, expect, test } from "vitest";
import {
  countryOf,
  digitsBehindCode,
  isPhoneNumber,
  nationalPart,
  parseNational,
  reparseNational,
} from "~/domain/contact/phone-number.ts";

describe("a number that can be called", () => {
  test.each([
    ["Nigeria", "+2348031234567"],
    ["Nigeria, on a new prefix", "+2349161234567"],
    ["Nigeria, a line in Lagos", "+2342012345678"],
    ["Ghana", "+233241234567"],
    ["Ghana, on a new prefix", "+233591234567"],
    ["Kenya", "+254712345678"],
    ["Kenya, on a new prefix", "+254110123456"],
    ["South Africa", "+27821234567"],
    ["Cameroon", "+237671234567"],
    ["Côte d'Ivoire, where the 0 belongs to it", "+2250712345678"],
    ["Benin, with its ten digits", "+2290197123456"],
    ["Senegal", "+221771234567"],
    ["Uganda", "+256771234567"],
    ["Tanzania", "+255621234567"],
    ["Rwanda", "+250781234567"],
    ["Ethiopia", "+251911234567"],
    ["the United States", "+12125551234"],
    ["Canada", "+14165551234"],
    ["Puerto Rico", "+17875551234"],
    ["the United Kingdom", "+447400123456"],
    ["Guernsey", "+447911123456"],
  ])("a number that can be called is a number of %s", (_, number) => {
    expect(isPhoneNumber(number)).toBe(true);
  });

  test.each([
    ["begins with 0 after +1", "+10712345678"],
    ["begins with 1 after +1", "+11121234567"],
    ["is too long", "+108031234567"],
    ["is too short", "+23480312"],
    ["is of no network", "+2340000000001"],
    ["keeps the trunk 0 behind its code", "+2540712345678"],
    ["is of no country", "+999123456789"],
  ])("a number that %s cannot be called", (_, number) => {
    expect(isPhoneNumber(number)).toBe(false);
    expect(countryOf(number)).toBeUndefined();
  });

  test("a number that can be called tells its country, also among those that share a code", () => {
    expect(countryOf("+254712345678")).toBe("KE");
    expect(countryOf("+14165551234")).toBe("CA");
    expect(countryOf(undefined)).toBeUndefined();
  });
});

describe("digits as they are dialled at home", () => {
  test.each([
    ["0712345678", "KE", "+254712345678"],
    ["712345678", "KE", "+254712345678"],
    ["0241234567", "GH", "+233241234567"],
    ["0821234567", "ZA", "+27821234567"],
    ["08031234567", "NG", "+2348031234567"],
    ["8031234567", "NG", "+2348031234567"],
    ["0712345678", "CI", "+2250712345678"],
    ["2125551234", "US", "+12125551234"],
  ] as const)("the national digits %s are parsed for %s as %s", (digits, country, number) => {
    expect(parseNational(digits, country)).toBe(number);
  });

  test("national digits are no number while they are too few", () => {
    expect(parseNational("0", "KE")).toBeUndefined();
  });

  test("national digits are found behind the calling code of their country", () => {
    expect(digitsBehindCode("+10712345678", "US")).toBe("0712345678");
    expect(digitsBehindCode("+254712345678", "US")).toBeNull();
    expect(nationalPart("+254712345678")).toBe("712345678");
    expect(nationalPart("+2547")).toBeUndefined();
  });
});

describe("digits that were read for a country that was not chosen", () => {
  test("digits typed before the country was known are parsed again for the known one", () => {
    expect(reparseNational("0712345678", "+10712345678", "KE")).toBe("+254712345678");
    expect(reparseNational("08031234567", "+108031234567", "NG")).toBe("+2348031234567");
  });

  test("digits typed before the country was known are parsed again even where they were a valid number", () => {
    expect(isPhoneNumber("+18032345678")).toBe(true);
    expect(reparseNational("8032345678", "+18032345678", "NG")).toBe("+2348032345678");
  });

  test("digits typed before the country was known keep a number that would be invalid in the known one", () => {
    expect(reparseNational("2125551234", "+12125551234", "NG")).toBe("+12125551234");
  });
});
