let asked: Promise<ReadonlyMap<string, string>> | null = null;

/** The ISO 3166-1 alpha-2 code of each country of the list, by its name; fetched once. @throws when it cannot be had */
export function countryCodes(): Promise<ReadonlyMap<string, string>> {
  asked ??= fetchCodes().catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function fetchCodes(): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch("/regions/countries.json");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return new Map(Object.entries(await answer.json()));
}

/** The regions of a country, none where it has none. @throws when they cannot be had */
export async function regionsOf(country: string): Promise<string[]> {
  const code = (await countryCodes()).get(country);
  if (!code) return [];
  const answer = await fetch(`/regions/${code}.json`);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const names: unknown = await answer.json();
  if (!Array.isArray(names)) throw new Error("not a list");
  return names.filter((name) => typeof name === "string");
}
