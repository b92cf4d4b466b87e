import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Field } from "../fields/fields.tsx";
import { fieldProps } from "./registration-fields.ts";
import { useSignup } from "./useRegistrationPayment.ts";

/**
 * The field of the state: a text, replaced by a select once the country's regions have loaded. The text stays while it
 * has the focus or holds a state that the select lacks.
 */
export function StateField() {
  const { offer, view, chooseState } = useSignup();
  const { country, state: text } = view.registration;
  const code = view.countries[country] ?? "";
  const regions = useRegions(code);
  const input = useRef<HTMLInputElement>(null);
  /** The code of the country whose select has replaced the text. */
  const [listedCode, setListedCode] = useState("");
  const names = regions?.names ?? [];
  const isList = listedCode === code && names.length > 0;
  const match = names.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  const hasNoRegions = regions?.names?.length === 0;

  function showList(): void {
    if (names.length === 0 || isList || (text.trim() && !match)) return;
    chooseState(match ?? "");
    setListedCode(code);
  }

  useLayoutEffect(() => {
    if (!input.current || input.current !== document.activeElement) showList();
  });

  return (
    <Field {...fieldProps("state", view)} hint={hintOf(country, regions)}>
      {(control) => (
        <>
          {isList ? (
            <select {...control} autoComplete="address-level1" defaultValue={match}>
              <option value="">-Select-</option>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...control}
              ref={input}
              type="text"
              autoComplete="address-level1"
              maxLength={120}
              list="signup-states"
              disabled={hasNoRegions && text === ""}
              onBlur={showList}
            />
          )}
          {names.length === 0 ? (
            offer.stateList
          ) : (
            <datalist id="signup-states">
              {names.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

function hintOf(country: string, regions: ReturnType<typeof useRegions>): string {
  if (!regions) return "";
  if (!regions.names) return "We couldn't load the list. Type your state.";
  return regions.names.length === 0 ? `No state is needed for ${country}.` : "";
}

/** The regions of a country: an empty list if it has none, `null` if they could not be loaded. */
interface Regions {
  readonly code: string;
  readonly names: readonly string[] | null;
}

/** Fetches a country's regions. @param code ISO 3166-1 alpha-2; empty while no country is chosen */
function useRegions(code: string): Regions | null {
  const [regions, setRegions] = useState<Regions | null>(null);

  useEffect(() => {
    if (!code) return;
    const request = new AbortController();
    fetchRegions(code, request.signal)
      .catch(() => null)
      .then((names) => {
        if (!request.signal.aborted) setRegions({ code, names });
      });
    return () => request.abort();
  }, [code]);

  return regions?.code === code ? regions : null;
}

async function fetchRegions(code: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(`/regions/${code}.json`, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const names: unknown = await response.json();
  if (!Array.isArray(names)) throw new Error("not a list");
  return names.filter((name) => typeof name === "string");
}
