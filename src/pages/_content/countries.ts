import { getEntry } from "astro:content";
import { allCountries } from "country-region-data";
import countries from "world-countries";
import type { Country } from "~/domain/location/country-list.ts";
import { requireEntry } from "./require-entry.ts";

/** A country with the regions its addresses use. */
export interface CountryWithRegions extends Country {
  readonly regions: readonly string[];
}

/** Places that many people's papers name as their country, beside the independent states. */
const ALSO_LISTED = new Set(["HK", "PS", "TW", "XK"]);

/** About 190 countries by name: which there are and how they are called from world-countries, regions from country-region-data. */
export async function getCountries(): Promise<CountryWithRegions[]> {
  const { countriesWithoutRegions } = requireEntry(
    await getEntry("formOptions", "form-options"),
    "content/form-options.yaml",
  ).data;
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
