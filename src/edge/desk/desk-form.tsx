/** @jsxImportSource hono/jsx */
/** Parts of the desk's forms. */
import type { PropsWithChildren } from "hono/jsx";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { type Look, Warning } from "./desk-parts.tsx";
import { type DeskRequest, posted } from "./desk-request.ts";

type PostedRequest = Pick<DeskRequest, "form">;

/** Values by the names of fields. Pairs or parameters may repeat a name. */
type FieldValues = Readonly<Record<string, string>> | [name: string, value: string][] | URLSearchParams;

/** The choices of a select field. */
export type Options = readonly (readonly [value: string, label: string])[];

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "email" | "tel" | "date" | "textarea" | "select";
  readonly value: string;
  readonly options?: Options;
  readonly hint?: string;
  readonly inputmode?: "decimal";
  /** Whether the value is personal, so that browsers must not store it, not even for Back. */
  readonly isPersonal?: boolean;
}

type FieldDetails = Partial<Omit<FormField, "name" | "label">>;

/** Returns an empty text field, with details that may give it a value or another kind. */
export function textField(name: string, label: string, details: FieldDetails = {}): FormField {
  return { name, label, kind: "text", value: "", ...details };
}

export function dateField(name: string, label: string, value = ""): FormField {
  return { name, label, kind: "date", value };
}

/** Returns a select field. Its first option is selected unless the details have a value. */
export function selectField(
  name: string,
  label: string,
  options: Options,
  details: FieldDetails = {},
): FormField {
  return { name, label, kind: "select", value: "", options, ...details };
}

/** The messages about fields, by the fields' names. A message about the whole form has the name "". */
export type Problems = Readonly<Record<string, string>>;

/** Returns the messages that are not `null`. */
export function problemsOf(messages: Readonly<Record<string, string | null>>): Problems {
  const problems = Object.entries(messages).flatMap(([name, message]) => (message ? [[name, message]] : []));
  return Object.fromEntries(problems);
}

export const hasProblems = (problems: Problems) => Object.keys(problems).length > 0;

/** Returns the problem of a text that is too long; `null` if there is none. */
export function lengthProblem({ length }: string, longest: number): string | null {
  return length > longest ? `Write ${longest} characters at most; this has ${length}.` : null;
}

/** The warning above a form that has problems. */
export function ProblemWarning({ problems }: { problems: Problems }) {
  const sentences = hasProblems(problems) ? [problems[""] ?? "Check the fields below."] : [];
  return <Warning title="Not done yet" sentences={sentences} />;
}

interface FieldsProps {
  readonly request: PostedRequest;
  readonly fields: readonly FormField[];
  readonly problems?: Problems;
}

/** The fields of a form. A form that is shown again keeps what was typed. */
export function Fields({ request, fields, problems = {} }: FieldsProps) {
  return fields.map((field) => (
    <Field
      {...field}
      value={request.form ? posted(request, field.name) : field.value}
      problem={problems[field.name]}
    />
  ));
}

type FieldProps = FormField & { readonly problem?: string | undefined };

/** A labelled field, with the message about its value. */
export function Field({ problem, ...field }: FieldProps) {
  const { name, label, hint } = field;
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label class="field-label" for={name}>
        {label}
      </label>
      {hint && (
        <p class="quiet" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <Control field={field} described={described || undefined} isInvalid={Boolean(problem)} />
      {problem && (
        <p class="field-error" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  /** The ids of the field's hint and message. */
  readonly described: string | undefined;
  readonly isInvalid: boolean;
}

function Control({ field, described, isInvalid }: ControlProps) {
  const { name, kind, value, options = [], inputmode, isPersonal } = field;
  const attributes = {
    id: name,
    name,
    class: "input",
    autocomplete: isPersonal ? "off" : undefined,
    "aria-describedby": described,
    "aria-invalid": isInvalid ? ("true" as const) : undefined,
  };
  if (kind === "textarea") {
    return (
      <textarea {...attributes} rows={5}>
        {value}
      </textarea>
    );
  }
  if (kind !== "select") return <input type={kind} {...attributes} value={value} inputmode={inputmode} />;
  return (
    <select {...attributes}>
      {options.map(([option, label]) => (
        <option value={option} selected={option === value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The pattern of a form's token. A form that is sent twice with the same token is applied once. */
export const FORM_TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The problem of a form without a valid token. */
export const FROM_ANOTHER_PAGE: Problems = {
  "": "This form is from another page. Check it and send it again.",
};

/** Returns the token of a form. A form that is shown again keeps its token. */
export function tokenOf(request: PostedRequest): string {
  const token = posted(request, "token");
  return FORM_TOKEN.test(token) ? token : newKey();
}

export function HiddenFields({ values }: { values: FieldValues }) {
  return [...new URLSearchParams(values)].map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ));
}

interface SubmitProps {
  readonly label: string;
  /** "primary" for the main action of a page. */
  readonly look?: Look;
  readonly formtarget?: "_blank" | undefined;
  /** The name and value that pressing the button posts. */
  readonly name?: string;
  readonly value?: string;
}

/** The last line of a form: its button, and the links that leave the form. */
export function Submit({ children, ...button }: PropsWithChildren<SubmitProps>) {
  return (
    <div class="buttons">
      <Button {...button} />
      {children}
    </div>
  );
}

export function Button({ label, look = "outline", ...attributes }: SubmitProps & { "aria-label"?: string }) {
  return (
    <button class={`btn btn-${look}`} type="submit" {...attributes}>
      {label}
    </button>
  );
}

/** The buttons of a form with typed fields. */
export function TypedFormEnd({ label, back }: { label: string; back: string }) {
  return (
    <>
      <noscript>
        <p class="quiet">
          The next page opens in another tab, and this one stays as it is. Should your session have ended,
          sign in there, then send this again.
        </p>
      </noscript>
      {/* Without script nothing checks the session first, and browsers restore no personal fields on Back. */}
      <Submit label={label} look="primary" formtarget="_blank">
        <a href={back}>Back</a>
      </Submit>
    </>
  );
}

interface ConfirmFormProps {
  readonly action: string;
  readonly values: FieldValues;
  /** "Yes, do it" */
  readonly yes: string;
  /** "No, back" unless something is lost by it. */
  readonly no?: string;
  /** The page to which a no leads. */
  readonly back: string;
}

/** The form below a question, with the values that a yes posts. */
export function ConfirmForm({ action, values, yes, no = "No, back", back }: ConfirmFormProps) {
  return (
    <form method="post" action={action}>
      <HiddenFields values={values} />
      <Submit label={yes} look="primary">
        <a href={back}>{no}</a>
      </Submit>
    </form>
  );
}

interface ButtonFormProps extends SubmitProps {
  readonly action: string;
  readonly values: FieldValues;
  readonly "aria-label"?: string;
}

/** A form that is one button, with the values that it posts. */
export function ButtonForm({ action, values, ...button }: ButtonFormProps) {
  return (
    <form method="post" action={action}>
      <HiddenFields values={values} />
      <Button {...button} />
    </form>
  );
}
