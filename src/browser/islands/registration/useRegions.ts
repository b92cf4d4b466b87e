import { useEffect, useState } from "react";

/** The regions of a country: none where it has none, null where the list could not be loaded. */
interface Regions {
  readonly code: string;
  readonly names: readonly string[] | null;
}

/** @param code ISO 3166-1 alpha-2; empty while no country is chosen @returns null until there is an answer */
export function useRegions(code: string): Regions | null {
  const [found, setFound] = useState<Regions | null>(null);

  useEffect(() => {
    if (!code) return;
    const asking = new AbortController();
    fetchRegions(code, asking.signal)
      .catch(() => null)
      .then((names) => {
        if (!asking.signal.aborted) setFound({ code, names });
      });
    return () => asking.abort();
  }, [code]);

  return found?.code === code ? found : null;
}

async function fetchRegions(code: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(`/regions/${code}.json`, { signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const names: unknown = await answer.json();
  if (!Array.isArray(names)) throw new Error("not a list");
  return names.filter((name) => typeof name === "string");
}
