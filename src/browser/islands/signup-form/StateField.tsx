import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import type { Country } from "~/domain/location/country-list.ts";
import { SelectField } from "../form-fields/SelectField.tsx";
import { TextField } from "../form-fields/TextField.tsx";
import { useRegions } from "./useRegions.ts";

interface StateFieldProps {
  country: Country | null;
  value: string;
  onChange(value: string): void;
}

/** The regions of the chosen country; a line of text where the list cannot be had; skipped where there are none. */
export function StateField({ country, value, onChange }: StateFieldProps) {
  const regions = useRegions(country?.code ?? null);
  const common = { label: FIELD_LABELS.state, name: "state", value, onChange };
  if (regions.status === "unavailable") {
    return <TextField {...common} hint="The list could not be loaded. Type it, or leave it empty." />;
  }
  const names = regions.status === "known" ? regions.names : [];
  return (
    <SelectField
      {...common}
      options={names.map((name) => ({ value: name, text: name }))}
      disabled={names.length === 0}
      autoComplete="address-level1"
      hint={hintFor(country, regions.status, names.length)}
    />
  );
}

function hintFor(country: Country | null, status: string, count: number): string | undefined {
  if (!country) return "Choose a country first.";
  if (status !== "known") return "Loading the list.";
  return count === 0 ? `No state is needed for ${country.name}.` : undefined;
}
