/** Compares the inline script, which imports nothing, with the rules of domain/location that it repeats. */
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { CURRENCY_SCRIPT } from "~/browser/page-scripts/inline-scripts.ts";
import {
  CURRENCY_KEY,
  currencyFor,
  LOCATION_KEY,
  parseCurrencyChoice,
  parseSavedLocation,
} from "~/domain/location/location.ts";
import { blockedStorage, FakeStorage } from "../../../fixtures/fake-storage.ts";

type Storage = FakeStorage | typeof blockedStorage;

/** Runs the script. @param dataset the data attributes of <html>, as the build sets them @returns the changed ones */
function runScript(search: string, storage: Storage, dataset: Record<string, string> = {}) {
  runInNewContext(CURRENCY_SCRIPT, {
    location: { search },
    localStorage: storage,
    document: { documentElement: { dataset } },
  });
  return dataset;
}

const savedLocations = [
  undefined,
  "",
  "undefined",
  "{",
  "Nigeria",
  '[{"country_name":"Nigeria"}]',
  '{"country":"Nigeria"}',
  '{"country_name":""}',
  '{"country_name":"nigeria"}',
  '{"country_name":"Ghana","country_code":"GH"}',
  '{"country_name":"Nigeria","country_code":"NG"}',
];
const savedChoices = [undefined, "", "ngn", "NGN", "USD", "eur", "undefined", "ngn "];
const searches = [
  "",
  "?currency=ngn",
  "?currency=usd",
  "?currency=NGN",
  "?Currency=usd",
  "?currency=eur",
  "?course=devops-full&currency=usd",
  "?currency=ngn&course=devops-full",
  "?next=currency=ngn",
];

/** Returns the parameter's value in a link, ignoring the case of both. */
function choiceOfLink(search: string) {
  for (const [name, value] of new URLSearchParams(search)) {
    const choice = name.toLowerCase() === "currency" ? parseCurrencyChoice(value) : null;
    if (choice) return choice;
  }
  return null;
}

describe.each(searches)("on the address %j", (search) => {
  test.each(savedLocations)("with the saved location %j the first paint follows the rules", (saved) => {
    for (const choice of savedChoices) {
      const storage = new FakeStorage({
        ...(saved === undefined ? {} : { [LOCATION_KEY]: saved }),
        ...(choice === undefined ? {} : { [CURRENCY_KEY]: choice }),
      });
      const location = parseSavedLocation(saved);
      const expected = currencyFor(choiceOfLink(search) ?? parseCurrencyChoice(choice), location);
      expect(runScript(search, storage), `saved choice ${choice}`).toEqual({
        currency: expected.toLowerCase(),
        country: location?.country_name ?? "",
      });
    }
  });
});

test.each([
  ["Nigeria", { currency: "ngn", dollars: "none" }],
  ["Ghana", { currency: "usd", dollars: "abroad" }],
])("where learners in Nigeria pay naira, a choice of dollars counts only outside (%s)", (country, shown) => {
  const storage = new FakeStorage({ [LOCATION_KEY]: JSON.stringify({ country_name: country }) });
  expect(runScript("?currency=usd", storage, { dollars: "abroad" })).toEqual({ country, ...shown });
});

const nigeria = { [LOCATION_KEY]: '{"country_name":"Nigeria"}' };

test.each([
  ["the choice of a link is saved for the next page", "?currency=NGN", {}, "ngn"],
  ["a link without a valid choice keeps the saved one", "?currency=eur", { [CURRENCY_KEY]: "ngn" }, "ngn"],
  ["a currency that follows from the country is not saved as a choice", "", nigeria, null],
])("%s", (_, search, saved, choice) => {
  const storage = new FakeStorage(saved);
  runScript(search, storage);
  expect(storage.getItem(CURRENCY_KEY)).toBe(choice);
  expect(runScript("", storage).currency).toBe("ngn");
});

test("with blocked storage dollars are shown, unless a link chooses naira", () => {
  expect(runScript("", blockedStorage)).toEqual({ currency: "usd", country: "" });
  expect(runScript("?currency=ngn", blockedStorage).currency).toBe("ngn");
});

test("with full storage the saved country is still shown", () => {
  const storage = new FakeStorage(nigeria);
  storage.setItem = blockedStorage.setItem;
  expect(runScript("?currency=usd", storage)).toEqual({ currency: "usd", country: "Nigeria" });
});
