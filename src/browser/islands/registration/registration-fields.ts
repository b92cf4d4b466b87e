/** Reads and writes the fields of the registration form. They hold what is typed, with and without React. */
import {
  BLANK_REGISTRATION,
  labelOf,
  type Registration,
  type RegistrationErrors,
  type RegistrationField,
} from "~/domain/enrolment/registration.ts";
import {
  formName,
  planChoice,
  SAME_NUMBER_FIELD,
  typedRegistration,
} from "~/domain/enrolment/registration-form.ts";
import { CURRENCIES, type Currency } from "~/domain/money/money.ts";
import type { SummaryError } from "../fields/ErrorSummary.tsx";
import type { TypedForm } from "./registration-state.ts";
import type { RegistrationView } from "./registration-view.ts";

type FormField = HTMLInputElement | HTMLSelectElement;

const REGISTRATION_FIELDS = Object.keys(BLANK_REGISTRATION) as RegistrationField[];

export function fieldId(field: RegistrationField): string {
  return `signup-${formName(field)}`;
}

export function fieldProps(field: RegistrationField, view: RegistrationView) {
  return {
    name: formName(field),
    id: fieldId(field),
    label: labelOf(field),
    error: view.errors[field],
    isErrorLive: true,
  };
}

/** Returns the registration's field of a control; `null` for any other control. */
export function fieldOf(control: EventTarget): RegistrationField | null {
  const { name = "" } = control as Partial<FormField>;
  if (name === SAME_NUMBER_FIELD) return "whatsapp";
  return REGISTRATION_FIELDS.find((field) => formName(field) === name) ?? null;
}

/** Reads the fields, disabled ones too: a locked course, or a cohort that has become full. */
export function readForm(form: HTMLFormElement): TypedForm {
  const registration = typedRegistration({
    get(name) {
      const field = fieldNamed(form, name);
      return isTick(field) && !field.checked ? null : (field?.value ?? null);
    },
  });
  const same = fieldNamed(form, SAME_NUMBER_FIELD);
  return { registration, isSameNumber: isTick(same) && same.checked };
}

/**
 * Writes the fields that must change after a change. No other field is touched, because a browser may have
 * filled it in without an event. Phone numbers format themselves.
 * @param previous the values that the form is known to hold
 */
export function writeForm(form: HTMLFormElement, previous: TypedForm, next: TypedForm): void {
  const same = fieldNamed(form, SAME_NUMBER_FIELD);
  if (isTick(same) && next.isSameNumber !== previous.isSameNumber) same.checked = next.isSameNumber;
  for (const name of REGISTRATION_FIELDS) {
    const value = fieldValue(next.registration, name);
    const isNumber = name === "phone" || name === "whatsapp";
    if (isNumber || value === fieldValue(previous.registration, name)) continue;
    const field = fieldNamed(form, formName(name));
    if (isTick(field)) field.checked = value === true;
    else if (name === "planId") chooseRadio(form, formName(name), `${value}`);
    else if (field && field.value !== value && isOffered(field, `${value}`)) field.value = `${value}`;
  }
}

/** Returns the countries' ISO 3166-1 alpha-2 codes by their names, in the order of the list. */
export function listedCountries(form: HTMLFormElement): Record<string, string> {
  const list = form.querySelector<HTMLSelectElement>("[name=country]");
  const names = Array.from(list?.options ?? [], ({ value }) => value).filter(Boolean);
  const codes = list?.dataset.codes?.match(/../g) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, codes[index] ?? ""]));
}

/** Whether a country is in the list and the visitor is not in the middle of choosing one. */
export function canChooseCountry(form: HTMLFormElement, country: string): boolean {
  const list = fieldNamed(form, "country");
  return list !== null && list !== document.activeElement && isOffered(list, country);
}

/** Returns the currency that is chosen in the form; `null` if none is. */
export function chosenCurrency(form: HTMLFormElement): Currency | null {
  const choice = fieldNamed(form, "currency")?.value;
  return CURRENCIES.find((currency) => currency === choice) ?? null;
}

export function chooseRadio(form: HTMLFormElement, name: string, value: string): void {
  for (const choice of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
    choice.checked = choice.value === value;
  }
}

/** Reads the fields' errors that the edge has rendered. */
export function servedErrors(form: HTMLFormElement): RegistrationErrors {
  const errors: RegistrationErrors = {};
  for (const field of REGISTRATION_FIELDS) {
    const error = form.querySelector<HTMLElement>(`[data-error="${formName(field)}"]`);
    if (error && !error.hidden) errors[field] = error.textContent;
  }
  return errors;
}

/** Returns the edge's errors, which are keyed by form names, by the registration's fields. */
export function errorsOfFields(errors: Readonly<Record<string, string>>): RegistrationErrors {
  return Object.fromEntries(
    REGISTRATION_FIELDS.map((field) => [field, errors[formName(field)]]).filter(([, text]) => text),
  );
}

export function listedErrors(errors: RegistrationErrors): SummaryError[] {
  return Object.entries(errors).map(([field, text]) => ({
    text,
    href: `#${fieldId(field as RegistrationField)}`,
  }));
}

/** Reads the error summary that the edge has rendered. */
export function servedSummary(form: HTMLFormElement): SummaryError[] {
  return Array.from(form.querySelectorAll("[data-error-list] > li"), (item) => ({
    text: item.textContent,
    href: item.querySelector("a")?.getAttribute("href") ?? null,
  }));
}

/** Returns the field with a name, or the chosen one of several radios; `null` if none is chosen. */
function fieldNamed(form: HTMLFormElement, name: string): FormField | null {
  const selector = `[name="${name}"]`;
  return form.querySelector<FormField>(`${selector}:not([type="radio"]), ${selector}:checked`);
}

function fieldValue(registration: Registration, name: RegistrationField): string | boolean {
  const { courseId, planId } = registration;
  return name === "planId" && planId ? planChoice(courseId, planId) : registration[name];
}

function isTick(field: FormField | null): field is HTMLInputElement {
  return field?.type === "checkbox";
}

/** Whether a field accepts a value. A text accepts any. */
function isOffered(field: FormField, value: string): boolean {
  return !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
}

/**
 * Returns a function that acts at once, or after the click if the mouse is down. A change that moves the page
 * between press and release would lose the click. A touch fires the same events as a mouse.
 */
export function afterClick(signal: AbortSignal): (act: () => void) => void {
  const options = { signal, capture: true };
  let isDown = false;
  const onMouse = ({ type }: Event) => {
    isDown = type === "mousedown";
  };
  addEventListener("mousedown", onMouse, options);
  addEventListener("mouseup", onMouse, options);
  return (act) => {
    if (!isDown) return act();
    // The browser dispatches the click after mouseup.
    addEventListener("mouseup", () => setTimeout(act), { ...options, once: true });
  };
}
