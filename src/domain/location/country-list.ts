/** A country one can live in. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** English name. */
  readonly name: string;
}

/** All countries as one text, "NG Nigeria|GH Ghana": a third of what a page would carry for a list of records. */
export function packCountries(countries: readonly Country[]): string {
  return countries.map(({ code, name }) => `${code} ${name}`).join("|");
}

/** What {@link packCountries} has packed. */
export function unpackCountries(packed: string): Country[] {
  return packed.split("|").map((text) => ({ code: text.slice(0, 2), name: text.slice(3) }));
}
