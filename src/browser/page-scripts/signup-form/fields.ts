/** The fields of Signup's form: they hold what is typed, and nothing else does. */
import {
  BLANK_REGISTRATION,
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
import { showText } from "../part.ts";

export type Field = HTMLInputElement | HTMLSelectElement;

export const REGISTRATION_FIELDS = Object.keys(BLANK_REGISTRATION) as RegistrationField[];

/** @param name as the form posts it */
export function fieldNamed(form: HTMLFormElement, name: string): Field | null {
  return form.querySelector<Field>(`[name="${name}"]`);
}

/** The registration's field that a control belongs to; null for any other. */
export function fieldOf(control: EventTarget | null): RegistrationField | null {
  const { name = "" } = control as Partial<Field>;
  if (name === SAME_NUMBER_FIELD) return "whatsapp";
  return REGISTRATION_FIELDS.find((field) => formName(field) === name) ?? null;
}

/** What the fields hold, disabled ones too. */
export function readForm(form: HTMLFormElement): Registration {
  return typedRegistration({
    get(name) {
      const field = fieldNamed(form, name);
      return isTick(field) && !field.checked ? null : (field?.value ?? null);
    },
  });
}

/** Fills in what the fields do not hold yet, and touches no other. A choice that a list does not offer is left out. */
export function writeForm(form: HTMLFormElement, registration: Registration): void {
  for (const name of REGISTRATION_FIELDS) {
    const field = fieldNamed(form, formName(name));
    const value = name === "planId" ? planValue(registration) : registration[name];
    if (isTick(field)) field.checked = value === true;
    else if (field && field.value !== value && isOffered(field, `${value}`)) field.value = `${value}`;
  }
}

/** What is chosen in the list of plans. */
function planValue({ courseId, planId }: Pick<Registration, "courseId" | "planId">): string {
  return planId && planChoice(courseId, planId);
}

/** Replaces a list's choices; those that are over cannot be chosen. The empty one stays, with another text if one is given. */
export function fillList(
  list: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly text: string; readonly isOver?: boolean }[],
  blank?: string,
): void {
  const { value } = list;
  const [empty = new Option("", "")] = list.options;
  if (blank) empty.text = blank;
  const options = choices.map(({ text, value, isOver = false }) => {
    const option = new Option(text, value);
    option.disabled = isOver;
    return option;
  });
  list.replaceChildren(empty, ...options);
  if (choices.some((choice) => choice.value === value)) list.value = value;
}

/** @param text null hides the error */
export function showError(form: HTMLFormElement, field: RegistrationField, text: string | null): void {
  const place = errorPlace(form, field);
  if (!place || place.textContent === (text ?? "")) return;
  showText(place, text);
  const control = fieldNamed(form, formName(field));
  if (text === null) control?.removeAttribute("aria-invalid");
  else control?.setAttribute("aria-invalid", "true");
}

/** @param text null hides the hint */
export function showHint(form: HTMLFormElement, name: string, text: string | null): void {
  const hint = form.querySelector<HTMLElement>(`[data-field="${name}"] [data-hint]`);
  if (hint) showText(hint, text);
}

/** The errors that the edge has sent the form back with. */
export function servedErrors(form: HTMLFormElement): RegistrationErrors {
  const places = REGISTRATION_FIELDS.map((field) => [field, errorPlace(form, field)] as const);
  return Object.fromEntries(
    places.flatMap(([field, place]) => (place && !place.hidden ? [[field, place.textContent]] : [])),
  );
}

function errorPlace(form: HTMLFormElement, field: RegistrationField): HTMLElement | null {
  return form.querySelector(`[data-error="${formName(field)}"]`);
}

function isTick(field: Field | null): field is HTMLInputElement {
  return field?.type === "checkbox";
}

/** Whether a list has a choice; a line of text takes any. */
export function isOffered(field: Field, value: string): boolean {
  return !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
}
