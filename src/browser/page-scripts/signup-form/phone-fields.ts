/**
 * The numbers: each is typed as it is dialled, and stays as it was typed. What reads them is large, and comes when a number is
 * first typed or found; until then no number is called wrong.
 */
import { loadModule } from "~/browser/payments/load-module.ts";
import { $location } from "~/browser/stores/location.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import { SAME_NUMBER_FIELD } from "~/domain/enrolment/registration-form.ts";
import type { NumberField } from "~/domain/enrolment/registration-numbers.ts";
import { part } from "../part.ts";
import { countryCodes } from "./country-codes.ts";
import { fieldNamed } from "./fields.ts";

const FIELDS: readonly NumberField[] = ["phone", "whatsapp"];
/** For a number whose country is unknown. */
const ANYWHERE = ["US"];

export interface PhoneFields {
  /** Resolves once numbers can be read. @throws when the code or the list of countries cannot be had */
  ready(): Promise<void>;
  /** With both numbers in E.164, as far as they can be read by now. */
  numbered(typed: Registration): Registration;
  isNumber(number: string): boolean;
  /** What a reload is to find: a number whose country was chosen has its calling code. */
  kept(typed: Registration): Registration;
  /** Shows the country in which each number is read, and whether one is taken for both. */
  show(typed: Registration): void;
  /** Forgets what was chosen for them. */
  reset(): void;
}

/** @param onChange called when numbers can be read, or another country was chosen for one */
export function phoneFields(form: HTMLFormElement, onChange: () => void): PhoneFields {
  const same = fieldNamed(form, SAME_NUMBER_FIELD) as HTMLInputElement;
  const chosen = new Map<NumberField, string>();
  let known: Awaited<ReturnType<typeof load>> | null = null;
  let loading: Promise<void> | null = null;

  function ready(): Promise<void> {
    loading ??= load().then(
      (loaded) => {
        known = loaded;
        for (const field of FIELDS) codesOf(field).replaceChildren(...loaded.options());
        onChange();
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  const codesOf = (field: NumberField) =>
    part<HTMLSelectElement>(`[data-field="${field}"] [data-calling-code]`, form);

  function expected(country: string): readonly string[] {
    const visitor = $location.get();
    const looked = visitor?.country_code ?? known?.codes.get(visitor?.country_name ?? "");
    const found = [known?.codes.get(country), looked].filter(
      (code): code is string => code !== undefined && known?.listed.has(code) === true,
    );
    return found.length > 0 ? found : ANYWHERE;
  }

  /** The country that was chosen for a number. */
  const chosenFor = (field: NumberField) => chosen.get(same.checked ? "phone" : field);

  function codesFor(field: NumberField, country: string): readonly string[] {
    const code = chosenFor(field);
    return code ? [code] : expected(country);
  }

  const numbered = (typed: Registration) =>
    known?.reader.withNumbers(typed, (field) => codesFor(field, typed.country)) ?? typed;

  for (const field of FIELDS) {
    const codes = codesOf(field);
    // Not awaited: a number is typed while its reader is on the way, and a failure shows when Register needs it.
    codes.parentElement?.addEventListener("focusin", () => void ready().catch(() => undefined));
    codes.addEventListener("change", () => {
      const text = fieldNamed(form, field);
      // A calling code that was typed would win over the choice.
      if (text?.value.trim().startsWith("+"))
        text.value = known?.reader.nationalPart(text.value) ?? text.value;
      chosen.set(field, codes.value);
      onChange();
    });
  }

  return {
    ready,
    numbered,
    isNumber: (number) => known?.reader.isPhoneNumber(number) ?? true,
    kept(typed) {
      const read = numbered(typed);
      const keptIn = (field: NumberField) => (chosenFor(field) ? read : typed)[field];
      return { ...typed, phone: keptIn("phone"), whatsapp: keptIn("whatsapp") };
    },
    show(typed) {
      (fieldNamed(form, "whatsapp") as HTMLInputElement).readOnly = same.checked;
      codesOf("whatsapp").disabled = same.checked;
      if (!known) return;
      for (const field of FIELDS) {
        const codes = codesFor(field, typed.country);
        const { country } = known.reader.readDialled(typed[field], codes);
        codesOf(field).value = country && known.listed.has(country) ? country : (codes[0] ?? "");
      }
    },
    reset() {
      chosen.clear();
      same.checked = false;
    },
  };
}

/** @throws when a part of it cannot be had */
async function load() {
  const [reader, codes] = await Promise.all([loadModule(() => import("./phone-reader.ts")), countryCodes()]);
  const listed = new Map(
    [...codes].flatMap(([name, code]) => {
      const calling = reader.callingCode(code);
      return calling ? [[code, `${calling} ${name}`] as const] : [];
    }),
  );
  const options = () => [...listed].map(([code, text]) => new Option(text, code));
  return { reader, codes, listed, options };
}
