import { allCountries } from "country-region-data";
import countries from "world-countries";
import type { Country } from "~/domain/location/location.ts";
import { getFormOptions } from "./site.ts";

/** A country with its regions (states, provinces). */
export interface CountryWithRegions extends Country {
  readonly regions: readonly string[];
}

/** Listed beside the independent states: many people's papers name them as their country. */
const ALSO_LISTED = new Set(["HK", "PS", "TW", "XK"]);

/** About 190 countries by name. Names and codes are from world-countries, regions from country-region-data. */
export async function getCountries(): Promise<CountryWithRegions[]> {
  const { countriesWithoutRegions } = await getFormOptions();
  const regionsByCode = new Map<string, string[]>(
    allCountries.map(([, code, regions]) => [code, regions.map(([name]) => name)]),
  );
  return countries
    .filter((country) => country.independent || ALSO_LISTED.has(country.cca2))
    .map(({ cca2, name }) => ({
      code: cca2,
      name: name.common,
      regions: countriesWithoutRegions.includes(name.common) ? [] : (regionsByCode.get(cca2) ?? []),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
