/** The browser's small metadata of phone numbers, compared with the full set of the edge. */
import { parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/max/metadata";
import examples from "libphonenumber-js/mobile/examples";
import { expect, test } from "vitest";
import { smallerPhoneMetadata } from "../../../src/build/integrations.ts";

const { load } = smallerPhoneMetadata();
const loaded = (load as (id: string) => string)("/node_modules/libphonenumber-js/metadata.max.json.js");
const smaller = JSON.parse(loaded.replace("export default ", ""));
const read = (number: string) => parsePhoneNumberFromString(number, smaller);

test("a browser takes a mobile number of every country, and knows which country it is of", () => {
  const numbers = Object.entries(examples).map(([country, national]) => {
    const code = metadata.countries[country as keyof typeof examples]?.[0];
    return `+${code}${national}`;
  });
  expect(numbers.filter((number) => !read(number)?.isValid())).toEqual([]);
  const country = (number: string) => parsePhoneNumberFromString(number, metadata)?.country;
  expect(numbers.filter((number) => read(number)?.country !== country(number))).toEqual([]);
});

test.each([
  ["London", "+442079460958", "GB"],
  ["Lagos", "+2342012345678", "NG"],
  ["France, a line over the internet", "+33912345678", "FR"],
])("a browser takes a line in %s", (_, number, country) => {
  expect(read(number)).toMatchObject({ country });
  expect(read(number)?.getType()).toBeDefined();
});

test.each(["+23480312345678", "+234706123456789", "+234810123456789"])(
  "a browser refuses %s, which has too many digits",
  (number) => {
    expect(read(number)?.isValid()).toBe(false);
  },
);
