/** @jsxImportSource hono/jsx */
/** The parts of which the desk's pages are made. Every value in them is escaped. */
import type { Child, PropsWithChildren } from "hono/jsx";
import { lagosTimeLabel } from "~/domain/dates/day.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";

/** Formats a time as "Nov 23, 2026, 10:00", by the clock in Lagos. @param time ISO 8601 */
export function lagosTimeText(time: string): string {
  return lagosTimeLabel(new Date(time));
}

/** Masks an e-mail address as "a•••@example.com"; empty if there is none. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** The first column of a row: a link, unless `href` is missing. */
export function RowName({ href, children }: PropsWithChildren<{ href?: string | null }>) {
  if (!href) return <span class="row-name">{children}</span>;
  return (
    <a class="row-name" href={href}>
      {children}
    </a>
  );
}

/** A quiet line below another, in the same column. */
export function Aside({ children }: PropsWithChildren) {
  return (
    <>
      <br />
      <span class="quiet">{children}</span>
    </>
  );
}

export function Badge({ look, children }: PropsWithChildren<{ look?: "good" | "wrong" }>) {
  return <span class={look ? `badge badge-${look}` : "badge"}>{children}</span>;
}

/** The flags that staff have not looked at, at the end of a line. */
export function Flags({ flags }: { flags: readonly string[] }) {
  return flags.map((flag) => (
    <>
      {" "}
      <Badge look="wrong">{flagWords(flag)}</Badge>
    </>
  ));
}

interface RowsPartProps<Row> {
  readonly title: string;
  /** "h3" unless the page has no other heading above it. */
  readonly heading?: "h2" | "h3";
  readonly intro?: string;
  readonly rows: readonly Row[];
  /** Returns the columns of a row. */
  readonly children: (row: Row) => Child;
}

/** A section that lists rows in columns. It is left out if there are none. */
export function RowsPart<Row>({ title, heading: Heading = "h3", intro, rows, children }: RowsPartProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <>
      <Heading>{title}</Heading>
      {intro && <p>{intro}</p>}
      <ul class="rows">
        {rows.map((row) => (
          <li>{children(row)}</li>
        ))}
      </ul>
    </>
  );
}

/** A list of labels with their values. Those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

/** A list of events, each below its time and the person responsible. */
export function Timeline({ entries }: { entries: readonly (readonly [head: string, body: Child])[] }) {
  return (
    <ol class="timeline">
      {entries.map(([head, body]) => (
        <li>
          <span class="quiet">{head}</span>
          <br />
          {body}
        </li>
      ))}
    </ol>
  );
}

/** A bar that draws a share to scale, as SVG because the page's policy refuses a width in a style. */
export function ShareBar({ share, whole, label }: { share: number; whole: number; label: string }) {
  const width = whole > 0 ? Math.round((Math.min(share, whole) / whole) * 1000) / 10 : 0;
  return (
    <svg class="bar" role="img" aria-label={label} viewBox="0 0 100 1" preserveAspectRatio="none">
      <rect width={width} height="1" />
    </svg>
  );
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "email" | "tel" | "date" | "textarea" | "select";
  readonly value: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly inputmode?: "decimal";
  /** Whether the value is personal, so that browsers must not store it, not even for Back. */
  readonly isPersonal?: boolean;
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

export function Hidden({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />;
}

type Look = "primary" | "outline";

interface SubmitProps {
  readonly label: string;
  /** The look of the button. By default it is "outline"; the page's main action differs. */
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

type ButtonLinkProps = PropsWithChildren<{ href: string; look?: Look }>;

export function ButtonLink({ href, look = "outline", children }: ButtonLinkProps) {
  return (
    <a class={`btn btn-${look}`} href={href}>
      {children}
    </a>
  );
}

interface ButtonFormProps extends SubmitProps {
  readonly action: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly "aria-label"?: string;
}

/** A form that is one button, with the values that it posts. */
export function ButtonForm({ action, values, ...button }: ButtonFormProps) {
  return (
    <form method="post" action={action}>
      {values.map(([name, value]) => (
        <Hidden name={name} value={value} />
      ))}
      <Button {...button} />
    </form>
  );
}
