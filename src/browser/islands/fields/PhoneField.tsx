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
  /** Names and ISO 3166-1 alpha-2 codes of the countries to choose from; none before the form is hydrated. */
  countries?: Readonly<Record<string, string>> | null;
  country?: string | null;
  onCountry?: (code: string) => void;
  /** The text to show in the field, if it differs from what was typed there. */
  text?: string;
  onText?: (text: string) => void;
  isSame?: boolean;
}

/** For a number whose country is unknown. */
const ANYWHERE = "US";

/** A phone number: with its calling code, or as it is dialled in the country beside it. */
export function PhoneField({
  countries = null,
  country = null,
  onCountry,
  text = "",
  onText,
  isSame = false,
  children,
  ...frame
}: PhoneFieldProps) {
  // The list is long: React draws it after everything else.
  const listed = useDeferredValue(countries);
  const codes = useMemo(() => callingCodes(listed ?? {}), [listed]);
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
              onChange={({ target }) => onCountry?.(target.value)}
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
              defaultCountry={(country ?? ANYWHERE) as Country}
              // The number is read from the field, with the form's others.
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
    const calling = callingCode(code);
    return calling ? [{ value: code, text: `${calling} ${name}` }] : [];
  });
}

type PhoneTextProps = ComponentPropsWithRef<"input"> & Pick<PhoneFieldProps, "text" | "onText">;

/**
 * The line of text of a phone number. The package formats what is typed; here the field itself holds it, as all fields of the
 * form do. So nothing that was typed before hydration is lost, and where the package's text differs from the field's (it empties
 * it when the country changes), the field's is handed to it once more.
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

/** Has the package read and format what the field holds. A selection stays. */
function format(element: HTMLInputElement, onChange: PhoneTextProps["onChange"]): void {
  const { value, selectionStart, selectionEnd } = element;
  onChange?.({ target: element, currentTarget: element } as ChangeEvent<HTMLInputElement>);
  if (element.value === value) element.setSelectionRange(selectionStart, selectionEnd);
}
