import {
  type InputHTMLAttributes,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { DetailChanges } from "~/domain/enrolment/enrolment-view.ts";
import { GUARDIAN_LABELS, type Learner, needsGuardian } from "~/domain/enrolment/learner.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { Facts } from "../enrolment/Facts.tsx";
import { Field, FieldError } from "../fields/Field.tsx";
import { asChoices, type Choice, SelectField } from "../fields/SelectField.tsx";
import {
  changesIn,
  type DetailErrors,
  type DetailOptions,
  detailFacts,
  errorsIn,
  isGiven,
} from "./details-state.ts";
import type { PartProps } from "./useMyEnrolment.ts";

/** The learner's details or, while they are being changed, the form in their place. */
export function Details({ view, about, details, support, page }: PartProps) {
  const [isChanging, setIsChanging] = useState(false);
  const [message, setMessage] = useState("");
  const changeButton = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  const subject = encodeURIComponent(`Please change my enrolment: ${view.id}`);

  // Save and Cancel go with the form.
  useLayoutEffect(() => {
    if (wasChanging.current && !isChanging) changeButton.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);

  function startChange(): void {
    setMessage("");
    setIsChanging(true);
  }

  async function save(changes: DetailChanges): Promise<void> {
    const refusal = await page.store.change(changes);
    setMessage(refusal ?? "Saved");
    if (refusal === null) setIsChanging(false);
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
        <DetailsForm
          learner={view.learner}
          options={details}
          save={save}
          onCancel={() => setIsChanging(false)}
        />
      ) : (
        <>
          <Facts layout="list" facts={detailFacts(view)} />
          <p className="enrolment-buttons">
            <button ref={changeButton} type="button" className="btn btn-outline" onClick={startChange}>
              Change my details
            </button>
          </p>
        </>
      )}
      <p role="status">{message}</p>
      <p className="mt-2 text-small text-muted">
        Need to change your name, course or plan?{" "}
        <a className="link" href={`mailto:${support.email}?subject=${subject}`}>
          Email us
        </a>
        .
      </p>
    </section>
  );
}

interface DetailsFormProps {
  learner: Learner;
  options: DetailOptions;
  save(changes: DetailChanges): Promise<void>;
  onCancel(): void;
}

const PHONE = { type: "tel", hint: "Include the country code: +234 803 123 4567." } as const;

const TEXTS = [
  { name: "firstName", autoComplete: "given-name" },
  { name: "lastName", autoComplete: "family-name" },
  { name: "email", autoComplete: "email", type: "email", maxLength: 254 },
  { name: "phone", autoComplete: "tel", ...PHONE },
  { name: "whatsapp", ...PHONE },
  { name: "country", autoComplete: "country-name" },
  { name: "state", autoComplete: "address-level1" },
] as const;

/** The learner's details, to be changed or completed. The fields hold what is typed. */
function DetailsForm({ learner, options, save, onCancel }: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<DetailErrors>({});
  const [hasGuardian, setHasGuardian] = useState(needsGuardian(learner.age));
  const [isSaving, setIsSaving] = useState(false);
  const open = openCohorts(options.cohorts, lagosDay(new Date()));
  const cohorts = open.map(({ id, name }) => ({ value: id, text: name }));
  const { name = "", contact = "", consent = false } = learner.guardian ?? {};

  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const foundErrors = errorsIn(data, learner);
    setErrors(foundErrors);
    const [first] = Object.keys(foundErrors);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (first || isSaving) return;
    setIsSaving(true);
    await save(changesIn(data, learner));
    setIsSaving(false);
  }

  function onInput(event: { target: EventTarget }): void {
    const { name, value } = event.target as HTMLInputElement;
    if (name === "age") setHasGuardian(needsGuardian(value));
    setErrors(({ [name]: _, ...others }) => others);
  }

  return (
    <form
      ref={form}
      className="mt-4 grid gap-4"
      noValidate
      aria-label="Your details"
      onSubmit={submit}
      onInput={onInput}
    >
      {TEXTS.filter(({ name }) => !isGiven(learner, name)).map((text) => (
        <Text
          key={text.name}
          label={FIELD_LABELS[text.name]}
          initial={learner[text.name]}
          errors={errors}
          {...text}
        />
      ))}
      <List name="age" initial={learner.age} options={asChoices(options.ages)} />
      <List name="gender" initial={learner.gender} options={asChoices(options.genders)} />
      <List name="education" initial={learner.education} options={asChoices(options.education)} />
      {!isGiven(learner, "cohort") && <List name="cohort" initial={learner.cohort} options={cohorts} />}
      {/* What was typed is kept while another age is tried. */}
      <fieldset className="grid gap-4" hidden={!hasGuardian}>
        <legend className="field-label mb-3">Parent or guardian</legend>
        <Text name="guardianName" label={GUARDIAN_LABELS.name} initial={name} errors={errors} />
        <Text name="guardianContact" label={GUARDIAN_LABELS.contact} initial={contact} errors={errors} />
        <Tick name="guardianConsent" text={options.guardianConsent} initial={consent} errors={errors} />
      </fieldset>
      {!isGiven(learner, "consent") && <Tick name="consent" text={options.consent} initial={false} />}
      <Tick name="marketing" text={options.marketing} initial={learner.marketing} />
      <p className="enrolment-buttons">
        <button type="submit" className="btn btn-primary" aria-busy={isSaving}>
          Save my details
        </button>
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}

interface TextProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  initial: string;
  hint?: string;
  errors: DetailErrors;
}

function Text({ label, initial, hint, errors, ...input }: TextProps) {
  return (
    <Field name={input.name} label={label} hint={hint} error={errors[input.name]}>
      {(field) => <input autoComplete="off" maxLength={120} {...field} {...input} defaultValue={initial} />}
    </Field>
  );
}

interface ListProps {
  name: "age" | "gender" | "education" | "cohort";
  initial: string;
  options: readonly Choice[];
}

/** What an older form offered stays chosen. */
function List({ name, initial, options }: ListProps) {
  const isOffered = initial === "" || options.some(({ value }) => value === initial);
  const offered = isOffered ? options : [...options, { value: initial, text: initial }];
  return <SelectField name={name} label={FIELD_LABELS[name]} options={offered} defaultValue={initial} />;
}

interface TickProps {
  name: string;
  text: string;
  initial: boolean;
  errors?: DetailErrors;
}

function Tick({ name, text, initial, errors = {} }: TickProps) {
  const error = errors[name];
  const errorId = `details-${name}-error`;
  const described = error && { "aria-invalid": true, "aria-describedby": errorId };
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input className="checkbox" type="checkbox" name={name} defaultChecked={initial} {...described} />
        <span>{text}</span>
      </label>
      <FieldError id={errorId} name={name} error={error} />
    </div>
  );
}
