/** The learner's details, to be changed or completed. */
import { payerEmailError } from "~/domain/contact/email-address.ts";
import { hasCohort } from "~/domain/dates/cohort.ts";
import { openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { DetailChanges } from "~/domain/enrolment/enrolment-view.ts";
import { guardianContactError, guardianErrors, needsGuardian } from "~/domain/enrolment/guardian.ts";
import { LEARNER_FACTS, type Learner } from "~/domain/enrolment/learner.ts";
import { part } from "../part.ts";
import { copyOf } from "./fill.ts";

const TEXTS = ["firstName", "lastName", ...LEARNER_FACTS] as const;

const PHONE = /^\+\d{8,15}$/;

interface DetailsFormOptions {
  /** Saves what was changed. @returns why it was not saved, in words; null when it was */
  save(changes: DetailChanges): Promise<string | null>;
  onClose(): void;
}

/** Places the form, filled with what is known. What was given once, as a name is, cannot be changed here. */
export function openDetailsForm(
  place: Element,
  learner: Learner,
  { save, onClose }: DetailsFormOptions,
): void {
  const copy = copyOf("[data-details-form]");
  const form = part<HTMLFormElement>("form", copy);
  for (const once of form.querySelectorAll<HTMLElement>("[data-once]")) {
    if (isGiven(learner, once.dataset.once)) once.remove();
  }
  offerCohorts(form);
  fillFields(form, learner);
  const guardian = part<HTMLFieldSetElement>("[data-guardian]", form);
  const showGuardian = () => {
    guardian.hidden = !needsGuardian(typedIn(form, "age"));
  };
  showGuardian();
  form.addEventListener("input", ({ target }) => {
    showGuardian();
    showError(form, (target as HTMLInputElement).name, null);
  });
  part("[data-act=cancel]", form).addEventListener("click", onClose);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form, learner, save).then((isSaved) => isSaved && onClose());
  });
  place.replaceChildren(copy);
  part<HTMLElement>("input, select", place).focus();
}

/** Whether a learner has given what is given once. Who waits for a date has no cohort yet. */
function isGiven(learner: Learner, name: string | undefined): boolean {
  return name === "cohort" ? hasCohort(learner.cohort) : Boolean(learner[name as "firstName" | "consent"]);
}

/** Leaves the cohorts that one can register for today: the page may have been built long ago. */
function offerCohorts(form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>("[name=cohort]");
  if (!select) return;
  const [none, ...listed] = select.options;
  const options = listed.map(({ value, text, dataset }) => ({
    id: value,
    name: text,
    closes: dataset.closes ?? null,
  }));
  const offered = openCohorts(options, lagosDay(new Date())).map(({ id, name }) => new Option(name, id));
  select.replaceChildren(...(none ? [none] : []), ...offered);
}

function fillFields(form: HTMLFormElement, learner: Learner): void {
  const guardian = learner.guardian;
  const values = {
    ...learner,
    guardianName: guardian?.name ?? "",
    guardianContact: guardian?.contact ?? "",
    guardianConsent: guardian?.consent ?? false,
  };
  for (const field of fieldsOf(form)) {
    const value = values[field.name as keyof typeof values];
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === true;
    else if (field instanceof HTMLSelectElement) choose(field, String(value));
    else field.value = String(value);
  }
}

/** What an older form offered stays chosen. */
function choose(select: HTMLSelectElement, value: string): void {
  if (value && ![...select.options].some((option) => option.value === value)) select.add(new Option(value));
  select.value = value;
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
}

const typedIn = (form: HTMLFormElement, name: string) =>
  fieldsOf(form)
    .find((field) => field.name === name)
    ?.value.trim() ?? "";

const isChecked = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.checked ?? false;

async function submit(
  form: HTMLFormElement,
  learner: Learner,
  save: DetailsFormOptions["save"],
): Promise<boolean> {
  const changes = changesIn(form, learner);
  const errors = errorsIn(form, changes);
  for (const [name, text] of Object.entries(errors)) showError(form, name, text);
  const [first] = Object.keys(errors);
  if (first) {
    form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    return false;
  }
  const button = part<HTMLButtonElement>("[type=submit]", form);
  if (button.ariaBusy === "true") return false;
  button.ariaBusy = "true";
  const refusal = await save(changes);
  button.ariaBusy = null;
  return refusal === null;
}

function changesIn(form: HTMLFormElement, learner: Learner): DetailChanges {
  const texts = TEXTS.filter((name) => form.querySelector(`[name=${name}]`)).map((name) => {
    const value = typedIn(form, name);
    return [name, name === "phone" || name === "whatsapp" ? value.replace(/[\s().-]/g, "") : value];
  });
  const changed = Object.fromEntries(texts.filter(([name, value]) => value !== learner[name as "email"]));
  const guardian = needsGuardian(typedIn(form, "age"))
    ? {
        name: typedIn(form, "guardianName"),
        contact: typedIn(form, "guardianContact"),
        consent: isChecked(form, "guardianConsent"),
      }
    : null;
  return {
    ...changed,
    guardian,
    marketing: isChecked(form, "marketing"),
    ...(isChecked(form, "consent") && !learner.consent && { consent: true }),
  };
}

function errorsIn(form: HTMLFormElement, { phone, whatsapp }: DetailChanges): Record<string, string> {
  const errors: Record<string, string> = {};
  const emailError = payerEmailError(typedIn(form, "email"));
  if (emailError) errors.email = emailError;
  for (const [name, value] of Object.entries({ phone, whatsapp })) {
    if (value && !PHONE.test(value))
      errors[name] = "Enter the whole number with its country code, like +234 803 123 4567.";
  }
  const guardian = {
    age: typedIn(form, "age"),
    guardianName: typedIn(form, "guardianName"),
    guardianContact: typedIn(form, "guardianContact"),
    guardianConsent: isChecked(form, "guardianConsent"),
  };
  const contactError = guardianContactError(guardian);
  return { ...errors, ...guardianErrors(guardian), ...(contactError && { guardianContact: contactError }) };
}

function showError(form: HTMLFormElement, name: string, text: string | null): void {
  const error = form.querySelector<HTMLElement>(`[data-error=${name}]`);
  const field = form.querySelector(`[name=${name}]`);
  if (!error || !field) return;
  error.textContent = text;
  error.hidden = text === null;
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}
