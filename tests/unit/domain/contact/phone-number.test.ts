import { expect, test } from "vitest";
import { callingCode, isPhoneNumber, nationalPart, readDialled } from "~/domain/contact/phone-number.ts";

test.each([
  ["Nigeria", "+2348031234567"],
  ["Nigeria, on a new prefix", "+2349161234567"],
  ["Nigeria, a line in Lagos", "+2342012345678"],
  ["Côte d'Ivoire, where the 0 belongs to it", "+2250712345678"],
  ["the United States", "+12125551234"],
  ["Guernsey", "+447911123456"],
  ["London", "+442079460958"],
  ["France, a line over the internet", "+33912345678"],
  ["Germany, with eleven digits", "+4915123456789"],
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
  ["has a digit too many after 080", "+23480312345678"],
  ["is of a mobile prefix that no network has", "+2348521234567"],
  ["is free to call", "+2348001234567"],
  ["costs extra", "+19002345678"],
])("a number that %s cannot be called", (_, number) => {
  expect(isPhoneNumber(number)).toBe(false);
});

test("a number has its country, also among countries that share a calling code", () => {
  expect(readDialled("+254712345678", ["NG"])).toEqual({ number: "+254712345678", country: "KE" });
  expect(readDialled("+14165551234", ["US"]).country).toBe("CA");
});

test.each([
  ["0712345678", "KE", "+254712345678"],
  ["712345678", "KE", "+254712345678"],
  ["08031234567", "NG", "+2348031234567"],
  ["8031234567", "NG", "+2348031234567"],
  ["0712345678", "CI", "+2250712345678"],
  ["(212) 555-1234", "US", "+12125551234"],
])("the national digits %s are read in %s as %s", (digits, country, number) => {
  expect(readDialled(digits, [country])).toEqual({ number, country });
});

test.each([
  ["00", "00234 803 123 4567"],
  ["a plus and 00", "+00234 803 123 4567"],
  ["its calling code without a plus", "2348031234567"],
  ["a trunk 0 behind its calling code", "+234 (0) 803 123 4567"],
  ["tel:", "tel:+2348031234567"],
])("a number with %s is read in every country", (_, typed) => {
  for (const country of ["NG", "GH", "KE", "US", "GB"]) {
    expect(readDialled(typed, [country])).toEqual({ number: "+2348031234567", country: "NG" });
  }
});

test.each([
  ["Nigeria", "NG", "009254712345678"],
  ["Kenya", "KE", "000254712345678"],
  ["the United States", "US", "011254712345678"],
])("a phone number is read with the international prefix that %s dials", (_, country, typed) => {
  expect(readDialled(typed, [country]).number).toBe("+254712345678");
});

test.each([
  ["marks of direction", "\u202A0803\u200E 123\u2069 4567\u202C"],
  ["zero-width spaces and a byte-order mark", "\uFEFF0803\u200B123\u20604567"],
  ["soft hyphens and no-break spaces", "0803\u00AD123\u00A0\u202F4567"],
  ["hyphens and dashes", "0803\u2010123\u20114\u20135\u20146\u22127"],
  ["slashes and full stops", "0803/123.45.67"],
  ["commas and apostrophes", "0803,123'4567"],
  ["fullwidth digits", "\uFF10\uFF18\uFF10\uFF13\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16\uFF17"],
  ["Persian digits", "\u06F0\u06F8\u06F0\u06F3\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7"],
  ["keycaps", "0\uFE0F\u20E38\uFE0F\u20E303 123 4567"],
])("a number that was pasted with %s is read", (_, typed) => {
  expect(readDialled(typed, ["NG"]).number).toBe("+2348031234567");
});

test.each(["080312345678", "0703123456789", "08031234567/08051234567", "O8O31234567"])(
  "%s is a slip, not a number of anywhere likely",
  (typed) => {
    expect(isPhoneNumber(readDialled(typed, ["NG", "GB"]).number)).toBe(false);
  },
);

test("incomplete digits stay as typed, in the likeliest country", () => {
  expect(readDialled(" 0 ", ["KE", "NG"])).toEqual({ number: "0", country: "KE" });
  expect(readDialled("", [])).toEqual({ number: "", country: null });
  expect(readDialled("0712345678", ["XX"])).toEqual({ number: "0712345678", country: null });
});

test("a country has its calling code, and a number its national digits after it", () => {
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
