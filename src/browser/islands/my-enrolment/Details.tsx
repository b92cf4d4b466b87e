import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { DetailChanges } from "~/domain/enrolment/enrolment-view.ts";
import { type Learner, needsGuardian } from "~/domain/enrolment/learner.ts";
import { labelOf, REGISTRATION_FIELDS } from "~/domain/enrolment/registration.ts";
import { Facts } from "../enrolment/enrolment-parts.tsx";
import { asChoices, type Choice, SelectField, TextField, TickField } from "../fields/fields.tsx";
import { Button } from "../support/controls.tsx";
import { Consents } from "./Consents.tsx";
import {
  changesIn,
  type DetailErrors,
  type DetailOptions,
  detailFacts,
  errorsIn,
  isGiven,
} from "./details-state.ts";
import { RequestPart } from "./Requests.tsx";
import { useEnrolment } from "./useMyEnrolment.ts";

export function Details() {
  const { view, about, details, page } = useEnrolment();
  const [isChanging, setIsChanging] = useState(false);
  const [message, setMessage] = useState("");
  const changeButton = useRef<HTMLButtonElement>(null);

  function startChange(): void {
    setMessage("");
    setIsChanging(true);
  }

  function close(): void {
    flushSync(() => setIsChanging(false));
    // The buttons Save and Cancel disappear with the form, so the focus needs another place.
    changeButton.current?.focus();
  }

  /** Saves changes. @returns the edge's errors by the fields' names */
  async function save(changes: DetailChanges, done = "Saved"): Promise<DetailErrors> {
    const refusal = await page.store.change(changes);
    const { message: text, errors } = refusal ?? { message: done, errors: {} };
    setMessage(Object.keys(errors).length > 0 ? "" : text);
    if (!refusal) close();
    return errors;
  }

  return (
    <section className="card" aria-labelledby="enrolment-details">
      <h3 id="enrolment-details">Your details</h3>
      {about.missing && (
        <p className="notice notice-bad mt-2">
          <span>
            Still missing: <strong>{about.missing}</strong>.
          </span>
        </p>
      )}
      {isChanging ? (
        <DetailsForm learner={view.learner} options={details} save={save} onCancel={close} />
      ) : (
        <>
          <Facts layout="list" facts={detailFacts(view)} />
          <Consents consents={view.consents ?? []} save={save} />
          <p className="enrolment-buttons mt-3 flex flex-wrap gap-3">
            <Button ref={changeButton} onClick={startChange}>
              Change my details
            </Button>
          </p>
        </>
      )}
      {view.newEmail && <NewAddress current={view.learner.email} next={view.newEmail} save={save} />}
      <p role="status" className="not-empty:mt-3">
        {message}
      </p>
      <div className="mt-4">
        <RequestPart
          kinds={["change", "erase"]}
          title="Ask us to change something else"
          button="Send request"
        />
      </div>
    </section>
  );
}

interface NewAddressProps {
  current: string;
  next: string;
  save(changes: DetailChanges, done: string): void;
}

/** A new e-mail address that awaits its confirmation. Saving it again sends the mail again. */
function NewAddress({ current, next, save }: NewAddressProps) {
  return (
    <div className="notice mt-3 grid gap-3">
      <p>
        <span>Waiting for you to confirm </span>
        <strong translate="no">{next}</strong>
      </p>
      <p>Tap the link in the email we sent there.</p>
      <p className="enrolment-buttons flex flex-wrap gap-3">
        <Button onClick={() => save({ email: next }, "We’ve sent it again.")}>Send again</Button>
        <Button onClick={() => save({ email: current }, "Your address stays as it is.")}>
          Keep the old one
        </Button>
      </p>
    </div>
  );
}

interface DetailsFormProps {
  learner: Learner;
  options: DetailOptions;
  save(changes: DetailChanges): Promise<DetailErrors>;
  onCancel(): void;
}

const TEXTS = [
  { name: "firstName", autoComplete: "given-name" },
  { name: "lastName", autoComplete: "family-name" },
  { name: "email", autoComplete: "email", type: "email", maxLength: 254 },
  { name: "phone", autoComplete: "tel", type: "tel" },
  { name: "whatsapp", type: "tel" },
  { name: "country", autoComplete: "country-name" },
  { name: "state", autoComplete: "address-level1" },
] as const;

type TextName = (typeof TEXTS)[number]["name"] | "guardianName" | "guardianContact";

/** The form to change or complete the learner's details. The fields hold what is typed. */
function DetailsForm({ learner, options, save, onCancel }: DetailsFormProps) {
  const [errors, setErrors] = useState<DetailErrors>({});
  const [hasGuardian, setHasGuardian] = useState(needsGuardian(learner.age));
  const [isSaving, setIsSaving] = useState(false);
  const open = openCohorts(options.cohorts, lagosDay(new Date()));
  const cohorts = open.map(({ id, name }) => ({ value: id, text: name }));
  const guardian = learner.guardian ?? { name: "", contact: "", consent: false };
  const storedValues = { ...learner, guardianName: guardian.name, guardianContact: guardian.contact };
  const text = (name: TextName) => ({
    name,
    autoComplete: "off",
    label: labelOf(name),
    defaultValue: storedValues[name],
    error: errors[name],
  });
  const tick = (name: string) => ({ name, id: `details-${name}`, error: errors[name] });

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    if (show(errorsIn(data), form) || isSaving) return;
    setIsSaving(true);
    show(await save(changesIn(data, learner)), form);
    setIsSaving(false);
  }

  /** Shows errors beside their fields, the first of which takes the focus. @returns whether there are any */
  function show(foundErrors: DetailErrors, form: HTMLFormElement): boolean {
    setErrors(foundErrors);
    const [first] = Object.keys(foundErrors);
    if (first) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    return first !== undefined;
  }

  function onInput(event: { target: EventTarget }): void {
    const { name, value } = event.target as HTMLInputElement;
    if (name === "age") setHasGuardian(needsGuardian(value));
    setErrors(({ [name]: _, ...otherErrors }) => otherErrors);
  }

  return (
    <form
      ref={focusFirst}
      className="mt-4 grid gap-4"
      noValidate
      aria-label="Your details"
      onSubmit={submit}
      onInput={onInput}
    >
      {TEXTS.filter(({ name }) => !isGiven(learner, name)).map((input) => (
        <TextField key={input.name} {...text(input.name)} {...input} />
      ))}
      <List name="age" initial={learner.age} options={asChoices(options.ages)} />
      <List name="gender" initial={learner.gender} options={asChoices(options.genders)} />
      <List name="education" initial={learner.education} options={asChoices(options.education)} />
      {!isGiven(learner, "cohort") && <List name="cohort" initial={learner.cohort} options={cohorts} />}
      {/* Hiding instead of removing keeps the typed text while the learner tries another age. */}
      <fieldset className="grid gap-4" hidden={!hasGuardian}>
        <legend className="field-label mb-3">Parent or guardian</legend>
        <TextField {...text("guardianName")} />
        <TextField {...text("guardianContact")} />
        <TickField {...tick("guardianConsent")} defaultChecked={guardian.consent}>
          {options.guardianConsent}
        </TickField>
      </fieldset>
      {!isGiven(learner, "consent") && <TickField {...tick("consent")}>{options.consent}</TickField>}
      <TickField {...tick("marketing")} defaultChecked={learner.marketing}>
        {options.marketing}
      </TickField>
      <p className="enrolment-buttons mt-3 flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary" aria-busy={isSaving}>
          Save my details
        </button>
        <Button onClick={onCancel}>Cancel</Button>
      </p>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("input, select")?.focus();
}

interface ListProps {
  name: "age" | "gender" | "education" | "cohort";
  initial: string;
  options: readonly Choice[];
}

/** A select whose stored value stays chosen even if it is no longer offered. */
function List({ name, initial, options }: ListProps) {
  const isOffered = initial === "" || options.some(({ value }) => value === initial);
  const allOptions = isOffered ? options : [...options, { value: initial, text: initial }];
  return (
    <SelectField
      name={name}
      label={REGISTRATION_FIELDS[name].label}
      options={allOptions}
      defaultValue={initial}
    />
  );
}
