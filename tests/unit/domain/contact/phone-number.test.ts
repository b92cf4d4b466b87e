import { expect, test } from "vitest";
import { callingCode, isPhoneNumber, nationalPart, readDialled } from "~/domain/contact/phone-number.ts";

test.each([
  ["Nigeria", "+2348031234567"],
  ["Nigeria, on a new prefix", "+2349161234567"],
  ["Nigeria, a line in Lagos", "+2342012345678"],
  ["Côte d'Ivoire, where the 0 belongs to it", "+2250712345678"],
  ["Benin, with its ten digits", "+2290197123456"],
  ["the United States", "+12125551234"],
  ["Puerto Rico", "+17875551234"],
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
});

test("a number that can be called has its own country, also among those that share a code", () => {
  expect(readDialled("+254712345678", ["NG"])).toEqual({ number: "+254712345678", country: "KE" });
  expect(readDialled("+14165551234", ["US"]).country).toBe("CA");
});

test.each([
  ["0712345678", "KE", "+254712345678"],
  ["712345678", "KE", "+254712345678"],
  ["0241234567", "GH", "+233241234567"],
  ["0821234567", "ZA", "+27821234567"],
  ["08031234567", "NG", "+2348031234567"],
  ["8031234567", "NG", "+2348031234567"],
  ["0712345678", "CI", "+2250712345678"],
  ["(212) 555-1234", "US", "+12125551234"],
])("the national digits %s are read in %s as %s", (digits, country, number) => {
  expect(readDialled(digits, [country])).toEqual({ number, country });
});

test("digits that are no number yet stay as they were typed, in the likeliest country", () => {
  expect(readDialled(" 0 ", ["KE", "NG"])).toEqual({ number: "0", country: "KE" });
  expect(readDialled("", [])).toEqual({ number: "", country: null });
  expect(readDialled("0712345678", ["XX"])).toEqual({ number: "0712345678", country: null });
});

test("a calling code is that of its country, and its national digits are those behind it", () => {
  expect(callingCode("NG")).toBe("+234");
  expect(callingCode("XX")).toBeNull();
  expect(nationalPart("+254712345678")).toBe("712345678");
  expect(nationalPart("+2547")).toBeUndefined();
});

test.each([
  ["the likeliest country, even where they are a number of another too", "8032345678", ["NG", "US"], "NG"],
  ["the only country that is likely", "8032345678", ["US"], "US"],
  ["a less likely country where they are a number of that one alone", "08031234567", ["GH", "NG"], "NG"],
  ["the likeliest country while they are no number of any", "0803", ["GH", "NG"], "GH"],
])("digits are read in %s", (_, digits, likely, country) => {
  expect(readDialled(digits, likely).country).toBe(country);
});
