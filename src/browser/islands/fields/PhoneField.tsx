import metadata from "libphonenumber-js/max/metadata";
import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  useDeferredValue,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import PhoneInput, { type Country } from "react-phone-number-input/input-core";
import { callingCode } from "~/domain/contact/phone-number.ts";
import { type Choice, type ControlProps, Field, type FieldProps, Options } from "./fields.tsx";

interface PhoneFieldProps extends FieldProps {
  /** The ISO 3166-1 alpha-2 codes of the countries by their names. */
  countries: Readonly<Record<string, string>>;
  country: string | null;
  onCountry(code: string): void;
  /** The text to show in the field, if it differs from what was typed there. */
  text: string;
  onText(text: string): void;
  /** Whether the number is the one of another field. */
  isSame?: boolean;
}

/** The country by which a number is formatted if its country is unknown. */
const FALLBACK_COUNTRY = "US";

/** The field of a phone number, written with its calling code or as it is dialled in the chosen country. */
export function PhoneField({
  countries,
  country,
  onCountry,
  text,
  onText,
  isSame = false,
  children,
  ...frame
}: PhoneFieldProps) {
  // The list is long, so React renders it after everything else.
  const deferredCountries = useDeferredValue(countries);
  const codes = useMemo(() => callingCodes(deferredCountries), [deferredCountries]);
  return (
    <Field {...frame} isErrorLive>
      {(control: Omit<ControlProps, "value" | "defaultValue">) => (
        <>
          <div className="phone-field">
            <select
              className="input input-code"
              aria-label={`${frame.label}: country code`}
              value={country ?? ""}
              disabled={isSame}
              data-calling-code
              onChange={({ target }) => onCountry(target.value)}
            >
              {codes.length === 0 && (
                <option value="" suppressHydrationWarning>
                  Local
                </option>
              )}
              <Options options={codes} />
            </select>
            <PhoneInput
              {...control}
              metadata={metadata}
              inputComponent={PhoneText}
              defaultCountry={(country ?? FALLBACK_COUNTRY) as Country}
              // The form reads the number from the field, like all its fields.
              onChange={() => undefined}
              text={text}
              onText={onText}
              maxLength={30}
              required
              readOnly={isSame}
            />
          </div>
          {children}
        </>
      )}
    </Field>
  );
}

function callingCodes(countries: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(countries).flatMap(([name, code]) => {
    const prefix = callingCode(code);
    return prefix ? [{ value: code, text: `${prefix} ${name}` }] : [];
  });
}

type PhoneTextProps = ComponentPropsWithRef<"input"> & Partial<Pick<PhoneFieldProps, "text" | "onText">>;

/**
 * The text input of a phone number. The package formats the text, but the input itself holds it, so that text
 * typed before hydration is not lost. If the package's text differs, as after a change of country, it gets
 * the input's text.
 */
function PhoneText({ ref, value, onChange, text = "", onText, ...input }: PhoneTextProps) {
  const field = useRef<HTMLInputElement>(null);
  const written = useRef(text);
  const reported = useRef(value);
  useImperativeHandle(ref, () => field.current as HTMLInputElement, []);

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    if (text !== written.current && text !== element.value) element.value = text;
    written.current = text;
    if (element.value !== value) format(element, onChange);
    if (value === reported.current) return;
    reported.current = value;
    onText?.(element.value);
  });

  return <input {...input} ref={field} type="tel" onChange={onChange} />;
}

/** Lets the package read and format the input's text. The selection stays if the text does. */
function format(element: HTMLInputElement, onChange: PhoneTextProps["onChange"]): void {
  const { value, selectionStart, selectionEnd } = element;
  onChange?.({ target: element, currentTarget: element } as ChangeEvent<HTMLInputElement>);
  if (element.value === value) element.setSelectionRange(selectionStart, selectionEnd);
}
