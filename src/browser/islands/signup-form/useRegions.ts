import { useEffect, useState } from "react";

/** The regions of a country: still unknown, known (perhaps none), or not to be had. */
export type Regions =
  | { readonly status: "unasked" | "loading" | "unavailable" }
  | { readonly status: "known"; readonly names: readonly string[] };

const UNASKED: Regions = { status: "unasked" };

/** Fetches a country's regions when it is chosen. @param code ISO 3166-1 alpha-2, or null while none is chosen. */
export function useRegions(code: string | null): Regions {
  const [regions, setRegions] = useState(UNASKED);
  useEffect(() => {
    if (!code) {
      setRegions(UNASKED);
      return;
    }
    const controller = new AbortController();
    setRegions({ status: "loading" });
    fetchRegions(code, controller.signal)
      .then((names) => setRegions({ status: "known", names }))
      .catch(() => {
        if (!controller.signal.aborted) setRegions({ status: "unavailable" });
      });
    return () => controller.abort();
  }, [code]);
  return regions;
}

async function fetchRegions(code: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(`/regions/${code}.json`, { signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const names: unknown = await answer.json();
  if (!Array.isArray(names)) throw new Error("not a list");
  return names.filter((name) => typeof name === "string");
}
