import { allCountries } from "country-region-data";
import countries from "world-countries";
import type { Country } from "~/domain/location/location.ts";
import { getFormOptions } from "./site.ts";

/** A country with its regions (states, provinces). */
export interface CountryWithRegions extends Country {
  readonly regions: readonly string[];
}

/** The codes of places that are listed although they are not independent, because people's papers name them. */
const ALSO_LISTED = new Set(["HK", "PS", "TW", "XK"]);

/** Regions that country-region-data 4.1.0 lacks, by the country's code: Tanzania's of 2012 and 2016. */
const ADDED_REGIONS: Readonly<Record<string, readonly string[]>> = {
  TZ: ["Geita", "Katavi", "Njombe", "Simiyu", "Songwe"],
};

/** The correct names, by their spelling in country-region-data 4.1.0. */
const CORRECT_NAMES: Readonly<Record<string, string>> = {
  "Eleyo/Marakwet": "Elgeyo-Marakwet",
  "River Geee": "River Gee",
};

/** Returns the regions of a country; empty if the package knows none. @param code ISO 3166-1 alpha-2 */
export function regionsOf(code: string): string[] {
  const [, , regions = []] = allCountries.find(([, countryCode]) => countryCode === code) ?? [];
  const names = regions.map(([name]) => CORRECT_NAMES[name] ?? name);
  const added = ADDED_REGIONS[code];
  return added ? [...names, ...added].sort() : names;
}

/** Returns about 190 countries, sorted by name, with the regions of country-region-data. */
export async function getCountries(): Promise<CountryWithRegions[]> {
  const { countriesWithoutRegions } = await getFormOptions();
  return countries
    .filter((country) => country.independent || ALSO_LISTED.has(country.cca2))
    .map(({ cca2, name }) => ({
      code: cca2,
      name: name.common,
      regions: countriesWithoutRegions.includes(name.common) ? [] : regionsOf(cca2),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
