/** @jsxImportSource hono/jsx */
/** Parts of the desk's pages. Every value in them is escaped. */
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

/** The flags that staff have not looked at, after other text of a line. */
export function Flags({ flags }: { flags: readonly string[] }) {
  return flags.map((flag) => (
    <>
      {" "}
      <Badge look="wrong">{flagWords(flag)}</Badge>
    </>
  ));
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  /** Returns the columns of a row. */
  readonly children: (row: Row) => Child;
}

/** A list whose rows have columns. Nothing is rendered without rows. */
export function Rows<Row>({ rows, children }: RowsProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <ul class="rows">
      {rows.map((row) => (
        <li>{children(row)}</li>
      ))}
    </ul>
  );
}

interface RowsPartProps<Row> extends RowsProps<Row> {
  readonly title: string;
  /** "h3" unless the page has no other heading above it. */
  readonly heading?: "h2" | "h3";
  readonly intro?: string;
}

/** A section with a list of rows. It is left out if there are none. */
export function RowsPart<Row>({ title, heading: Heading = "h3", intro, rows, children }: RowsPartProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <>
      <Heading>{title}</Heading>
      {intro && <p>{intro}</p>}
      <Rows rows={rows}>{children}</Rows>
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

/** A list of events, each below its head: the time, and the person responsible. */
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

export type Look = "primary" | "outline";

type ButtonLinkProps = PropsWithChildren<{ href: string; look?: Look }>;

export function ButtonLink({ href, look = "outline", children }: ButtonLinkProps) {
  return (
    <a class={`btn btn-${look}`} href={href}>
      {children}
    </a>
  );
}

/** The link to the rows of a list that are older than those on the page. */
export function EarlierLink({ path, before }: { path: string; before: string | number }) {
  return (
    <p>
      <ButtonLink href={`${path}?${new URLSearchParams({ before: String(before) })}`}>Earlier</ButtonLink>
    </p>
  );
}

/** Reads the id in the address of an {@link EarlierLink}; `undefined` on a list's first page. */
export function readBefore({ searchParams }: URL): number | undefined {
  const id = /^\d{1,15}$/.exec(searchParams.get("before") ?? "")?.[0];
  return id === undefined ? undefined : Number(id);
}

/** A notice about something that was not done. Nothing is rendered without sentences. */
export function Warning({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div class="notice notice-wrong" role="alert">
      <h2>{title}</h2>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </div>
  );
}
