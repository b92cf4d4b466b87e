import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Field } from "../fields/fields.tsx";
import { fieldProps } from "./registration-fields.ts";
import { useSignup } from "./useRegistrationPayment.ts";

/**
 * A line of text, and a list once the regions of the chosen country have come. The two never change places
 * while the text has the focus, nor where the list does not have what was typed.
 */
export function StateField() {
  const { offer, view, chooseState } = useSignup();
  const { country, state: text } = view.registration;
  const code = view.countries[country] ?? "";
  const regions = useRegions(code);
  const line = useRef<HTMLInputElement>(null);
  /** The country whose list has taken the place of the text. */
  const [listed, setListed] = useState("");
  const names = regions?.names ?? [];
  const isList = listed === code && names.length > 0;
  const match = names.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  const isNone = regions?.names?.length === 0;

  function showList(): void {
    if (names.length === 0 || isList || (text.trim() && !match)) return;
    chooseState(match ?? "");
    setListed(code);
  }

  useLayoutEffect(() => {
    if (!line.current || line.current !== document.activeElement) showList();
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
              ref={line}
              type="text"
              autoComplete="address-level1"
              maxLength={120}
              list="signup-states"
              disabled={isNone && text === ""}
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

/** The regions of a country: none where it has none, null where the list could not be loaded. */
interface Regions {
  readonly code: string;
  readonly names: readonly string[] | null;
}

/** @param code ISO 3166-1 alpha-2; empty while no country is chosen @returns null until there is an answer */
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
  const answer = await fetch(`/regions/${code}.json`, { signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const names: unknown = await answer.json();
  if (!Array.isArray(names)) throw new Error("not a list");
  return names.filter((name) => typeof name === "string");
}
