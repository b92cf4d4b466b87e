import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Field } from "~/browser/islands/fields/Field.tsx";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { fieldId } from "./registration-fields.ts";

interface StateFieldProps {
  /** Suggestions before a country is chosen. */
  suggestions: readonly string[];
  /** As the form has it; empty while none is chosen. */
  country: string;
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  code: string;
  /** What is typed or chosen. */
  text: string;
  error: string | undefined;
  onChoose(name: string): void;
}

/**
 * A line of text, and a list once the regions of the chosen country have come. The two never change places while the text has
 * the focus, nor where the list does not have what was typed.
 */
export function StateField({ suggestions, country, code, text, error, onChoose }: StateFieldProps) {
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
    onChoose(match ?? "");
    setListed(code);
  }

  useLayoutEffect(() => {
    if (!hasFocus(line)) showList();
  });

  return (
    <Field
      name="state"
      id={fieldId("state")}
      label={FIELD_LABELS.state}
      hint={hintOf(country, regions)}
      error={error}
      isErrorLive
    >
      {(control) => (
        <>
          {isList ? (
            <select {...control} autoComplete="address-level1" defaultValue={match}>
              <option value="">-Select-</option>
              {names.map((name) => (
                <option key={name}>{name}</option>
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
          <datalist id="signup-states">
            {(names.length > 0 ? names : suggestions).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function hasFocus({ current }: RefObject<HTMLElement | null>): boolean {
  return current !== null && current === document.activeElement;
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
    const asking = new AbortController();
    fetchRegions(code, asking.signal)
      .catch(() => null)
      .then((names) => {
        if (!asking.signal.aborted) setRegions({ code, names });
      });
    return () => asking.abort();
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
