import { PhoneField } from "~/browser/islands/fields/PhoneField.tsx";
import { asChoices, SelectField } from "~/browser/islands/fields/SelectField.tsx";
import { TextField } from "~/browser/islands/fields/TextField.tsx";
import { TickField } from "~/browser/islands/fields/TickField.tsx";

const STATES = [
  { name: "plain" },
  { name: "with-hint", hint: "A hint that helps." },
  { name: "wrong", error: "Enter an address like name@example.com." },
  { name: "disabled", hint: "Nothing to type here.", disabled: true },
] as const;

/** The fields that React draws. */
export function GalleryFields() {
  return (
    <div className="card grid gap-5 sm:grid-cols-2">
      {STATES.map(({ name, ...state }) => (
        <TextField key={name} label={`Text, ${name}`} name={`text-${name}`} {...state} />
      ))}
      <SelectField label="Choice" name="choice" options={asChoices(["The first", "The second"])} />
      <PhoneField
        label="Phone"
        name="phone"
        autoComplete="tel"
        countries={{ Nigeria: "NG", Ghana: "GH" }}
        country="NG"
      />
      <TickField name="tick" id="gallery-tick" error="Tick this box.">
        A consent
      </TickField>
      <TextField label="Message" name="message" rows={5} error="Write a few words." />
    </div>
  );
}
