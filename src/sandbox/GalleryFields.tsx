import { useState } from "react";
import { PhoneField } from "~/browser/islands/form-fields/PhoneField.tsx";
import { SelectField } from "~/browser/islands/form-fields/SelectField.tsx";
import { TextField } from "~/browser/islands/form-fields/TextField.tsx";
import "~/browser/islands/form-fields/field.css";

const COUNTRIES = [
  { code: "NG", name: "Nigeria" },
  { code: "US", name: "United States" },
];
const OPTIONS = [
  { value: "one", text: "The first" },
  { value: "two", text: "The second" },
];
const STATES = [
  { name: "plain" },
  { name: "with-hint", hint: "A hint that helps." },
  { name: "wrong", error: "Enter an address like name@example.com." },
  { name: "disabled", hint: "Choose a country first.", disabled: true },
] as const;

export function GalleryFields() {
  const [text, setText] = useState("");
  const [phone, setPhone] = useState<string>();
  const value = { value: text, onChange: setText };
  return (
    <div className="card grid gap-5 sm:grid-cols-2">
      {STATES.map(({ name, ...state }) => (
        <TextField key={name} label={`Text, ${name}`} name={`text-${name}`} {...value} {...state} />
      ))}
      {STATES.map(({ name, ...state }) => (
        <SelectField
          key={name}
          label={`Choice, ${name}`}
          name={`choice-${name}`}
          options={OPTIONS}
          {...value}
          {...state}
        />
      ))}
      <PhoneField
        label="Phone"
        name="phone"
        value={phone}
        onChange={setPhone}
        countries={COUNTRIES}
        defaultCountry="NG"
      />
      <PhoneField
        label="Phone, wrong"
        name="phone-wrong"
        value={phone}
        onChange={setPhone}
        countries={COUNTRIES}
        defaultCountry="NG"
        error="This number is too short."
      />
      <TextField label="Message" name="message" rows={5} {...value} error="Write a few words." />
      <label className="flex items-start gap-3">
        <input type="checkbox" className="checkbox" defaultChecked />
        <span>A consent</span>
      </label>
    </div>
  );
}
