export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** English name. */
  readonly name: string;
}

/** Packs countries into one text, "NG Nigeria|GH Ghana": a third of the bytes of a JSON array in a page. */
export function packCountries(countries: readonly Country[]): string {
  return countries.map(({ code, name }) => `${code} ${name}`).join("|");
}

/** Reverses {@link packCountries}. */
export function unpackCountries(packed: string): Country[] {
  return packed.split("|").map((text) => ({ code: text.slice(0, 2), name: text.slice(3) }));
}
