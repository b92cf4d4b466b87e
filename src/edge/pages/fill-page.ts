/**
 * Fills in a prerendered page. Its words and its one form are made at build time.
 * - `<form data-fill>`: its fields get values by their names, and are marked if they have an error.
 * - `data-error="name"`, empty and hidden: gets the error of that field.
 * - `data-error-summary`, hidden: takes the focus. `data-error-list` in it, empty, gets a link to each field.
 * - `<details>` in that form: opens if a field in it has a value or an error.
 * - `data-part="name"`, hidden: is shown if the caller names it.
 * - `data-text="name"`, empty: gets a text.
 */
import { Parser } from "htmlparser2";
import { MAIL_LINK_PAGE, type MailLinkPart } from "~/domain/mail/learner-mails.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { EdgeBindings } from "~/edge/app-context.ts";

export interface PageError {
  /** A field's name; `null` for an error of the whole form. */
  readonly field: string | null;
  readonly text: string;
}

interface PageFilling {
  /** The values by the names of fields; a tick is `true`. */
  readonly values?: Readonly<Record<string, string | boolean>>;
  readonly errors?: readonly PageError[];
  readonly parts?: readonly string[];
  readonly texts?: Readonly<Record<string, string>>;
}

interface Edit {
  readonly from: number;
  /** The position after the last character that is replaced. */
  readonly to: number;
  readonly html: string;
}

/** @param html a page of this site's own build */
export function fillPage(
  html: string,
  { values = {}, errors = [], parts = [], texts = {} }: PageFilling,
): string {
  const edits: Edit[] = [];
  const errorOf = new Map(errors.map(({ field, text }) => [field, text]));
  const ids = errors.length > 0 ? idsOfFields(html) : new Map<string, string>();
  let isInForm = false;
  let select: string | null = null;
  /** The position of the form's latest `<details>`, until it is opened or ends. */
  let details: Pick<Edit, "from" | "to"> | null = null;

  const parser = new Parser({
    onopentag(name, attributes) {
      const changed: Attributes = { ...attributes };
      let inside = "";
      if (name === "form") isInForm = "data-fill" in attributes;
      if (name === "details" && isInForm) details = { from: parser.startIndex, to: parser.endIndex + 1 };
      if (details && (values[attributes.name ?? ""] || errorOf.has(attributes.name ?? ""))) {
        edits.push({ ...details, html: "<details open>" });
        details = null;
      }
      if (name === "select") select = isInForm ? (attributes.name ?? null) : null;
      if (isInForm && attributes.name !== undefined) fillField(name, changed, values, errorOf);
      if (name === "option" && select !== null && select in values)
        setFlag(changed, "selected", attributes.value === values[select]);
      const error = errorOf.get(attributes["data-error"] ?? "");
      if (error !== undefined) {
        setFlag(changed, "hidden", false);
        inside = escapeHtml(error);
      }
      if ("data-error-summary" in attributes && errors.length > 0) {
        setFlag(changed, "hidden", false);
        setFlag(changed, "autofocus", true);
      }
      if ("data-error-list" in attributes) inside = errors.map((error) => listItem(error, ids)).join("");
      if (parts.includes(attributes["data-part"] ?? "")) setFlag(changed, "hidden", false);
      const text = texts[attributes["data-text"] ?? ""];
      if (text !== undefined) inside = escapeHtml(text);
      if (name === "title" && errors.length > 0) inside = "Error: ";
      const tag = isSame(attributes, changed) ? null : openTag(name, changed);
      if (tag === null && inside === "") return;
      const end = parser.endIndex + 1;
      edits.push(
        tag === null
          ? { from: end, to: end, html: inside }
          : { from: parser.startIndex, to: end, html: tag + inside },
      );
    },
    onclosetag(name) {
      if (name === "form") isInForm = false;
      if (name === "select") select = null;
      if (name === "details") details = null;
    },
  });
  parser.end(html);
  return applied(html, edits);
}

type Attributes = Record<string, string>;

function fillField(
  tag: string,
  field: Attributes,
  values: NonNullable<PageFilling["values"]>,
  errorOf: ReadonlyMap<string | null, string>,
): void {
  const { name = "", type = "text" } = field;
  const value = values[name];
  if (tag === "input" && value !== undefined) {
    if (type === "checkbox") setFlag(field, "checked", value === true);
    else if (type === "radio") setFlag(field, "checked", value === field.value);
    else field.value = String(value);
  }
  if (errorOf.has(name) && type !== "radio") field["aria-invalid"] = "true";
}

function setFlag(attributes: Attributes, name: string, isSet: boolean): void {
  if (isSet) attributes[name] = "";
  else delete attributes[name];
}

function isSame(a: Attributes, b: Attributes): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function openTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === "" ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`,
  );
  return `<${name}${written.join("")}>`;
}

function listItem({ field, text }: PageError, ids: ReadonlyMap<string, string>): string {
  const id = field === null ? undefined : ids.get(field);
  return id
    ? `<li><a class="link" href="#${id}">${escapeHtml(text)}</a></li>`
    : `<li>${escapeHtml(text)}</li>`;
}

function idsOfFields(html: string): Map<string, string> {
  const ids = new Map<string, string>();
  let isInForm = false;
  const parser = new Parser({
    onopentag(name, { id, name: field, ...rest }) {
      if (name === "form") isInForm = "data-fill" in rest;
      if (isInForm && id && field && !ids.has(field)) ids.set(field, id);
    },
  });
  parser.end(html);
  return ids;
}

function applied(html: string, edits: readonly Edit[]): string {
  let filled = "";
  let at = 0;
  for (const { from, to, html: replacement } of edits) {
    filled += html.slice(at, from) + replacement;
    at = to;
  }
  return filled + html.slice(at);
}

/** Fetches a prerendered page of this site with its headers. @param address the page's, with any origin */
export type SitePages = (address: URL) => Promise<Response>;

interface FilledPage extends PageFilling {
  readonly path: string;
  readonly status?: number;
  /** Replace the page's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers with a page that is filled in for one visitor. Only the visitor's browser may cache it, for Back.
 * @throws Error if this host has no such page
 */
export async function filledPage(
  pages: SitePages,
  request: Request,
  { path, status = 200, headers: given = {}, ...filling }: FilledPage,
): Promise<Response> {
  const page = await pages(new URL(path, request.url));
  if (!page.ok) throw new Error(`The page ${path} was answered with ${page.status}.`);
  const headers = new Headers(page.headers);
  for (const name of ["content-length", "etag", "last-modified"]) headers.delete(name);
  // With "no-store" Back would load the page again and lose what was typed.
  headers.set("cache-control", "private, no-cache");
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  return new Response(fillPage(await page.text(), filling), { status, headers });
}

/** The part of Hono's context that a request for a mail's link needs. */
interface MailLinkVisit {
  readonly env: EdgeBindings;
  readonly req: { readonly raw: Request };
}

/** Returns the page that a mail's link opens. Its address is a key, so no browser keeps a copy of it. */
export function mailLinkPage(
  c: MailLinkVisit,
  part: MailLinkPart,
  { status = 200, headers = {} }: Pick<FilledPage, "status" | "headers"> = {},
): Promise<Response> {
  return filledPage(c.env.pages, c.req.raw, {
    path: MAIL_LINK_PAGE,
    parts: [part],
    status,
    headers: { "cache-control": "no-store", ...headers },
  });
}

export function onlyFromMail(c: MailLinkVisit): Promise<Response> {
  return mailLinkPage(c, "not-opened", { status: 405, headers: { allow: "GET, HEAD, POST" } });
}

export function tryLinkAgain(c: MailLinkVisit): Promise<Response> {
  return mailLinkPage(c, "failed", { status: 503, headers: { "retry-after": "30" } });
}
