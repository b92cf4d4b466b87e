import { expect, test } from "vitest";
import { currencyFor, parseCurrencyChoice, parseSavedLocation } from "~/domain/location/location.ts";

const nigeria = { country_name: "Nigeria", country_code: "NG" };
const ghana = { country_name: "Ghana" };

test("a stored location is read with all fields of the lookup", () => {
  const answer = { ...nigeria, city: "Lagos", languages: ["en"] };
  expect(parseSavedLocation(JSON.stringify(answer))).toEqual(answer);
});

test.each([
  ["missing", null],
  ["the text undefined", "undefined"],
  ["the text null", "null"],
  ["broken JSON", '{"country_name":"Nigeria"'],
  ["a JSON text", '"Nigeria"'],
  ["an object without country_name", '{"country":"Nigeria"}'],
  ["a country_name that is a number", '{"country_name":234}'],
  ["a country_name that is empty", '{"country_name":""}'],
])("a stored location that is %s is no location", (_, saved) => {
  expect(parseSavedLocation(saved)).toBeNull();
});

test.each([
  ["a visitor from Nigeria", null, nigeria, "NGN"],
  ["a visitor from anywhere else", null, ghana, "USD"],
  ["a visitor from an unknown country", null, null, "USD"],
  ["a visitor from Nigeria who chose dollars", "USD", nigeria, "USD"],
  ["a visitor from elsewhere who chose naira", "NGN", ghana, "NGN"],
  ["a visitor from an unknown country who chose naira", "NGN", null, "NGN"],
] as const)("%s is quoted in %s", (_, choice, country, currency) => {
  expect(currencyFor(choice, country)).toBe(currency);
});

test.each([
  ["ngn", "NGN"],
  ["NGN", "NGN"],
  ["Usd", "USD"],
])("a link with ?currency=%s chooses %s", (text, currency) => {
  expect(parseCurrencyChoice(text)).toBe(currency);
});

test.each([null, undefined, "", "eur", "ngn ", "naira", "undefined"])("%j chooses no currency", (text) => {
  expect(parseCurrencyChoice(text)).toBeNull();
});

test("only the exact English name Nigeria gives naira", () => {
  expect(currencyFor(null, { country_name: "nigeria", country_code: "NG" })).toBe("USD");
  expect(currencyFor(null, { country_name: "Niger" })).toBe("USD");
});
