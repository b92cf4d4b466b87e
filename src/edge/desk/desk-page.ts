import { html, raw } from "hono/html";
import { lagosTimeLabel } from "~/domain/dates/day.ts";
import { scriptHash } from "~/domain/digest.ts";
import { type DeskRequest, type DeskRole, mayAs } from "./desk-request.ts";
import { SESSION_SCRIPT, sessionNotices } from "./desk-session.ts";

/** A template in which every value is escaped, except what is HTML already. */
export type Html = ReturnType<typeof html>;

export interface DeskPage {
  /** Without the desk's name, which is added. */
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
}

const LINKS = [
  ["/desk", "Today", "viewer"],
  ["/desk/enrolments", "Enrolments", "viewer"],
  ["/desk/cohorts", "Cohorts", "viewer"],
  ["/desk/sources", "Sources", "viewer"],
  ["/desk/reconcile", "Reconcile", "staff"],
  ["/desk/trail", "Trail", "staff"],
] as const;

/** A page of the desk: whole HTML, which no cache stores and no other page frames. */
export async function deskPage(
  { url, user, context, signInOrigin }: DeskRequest,
  { title, body, status = 200 }: DeskPage,
): Promise<Response> {
  const { name } = context.templates.academy;
  const links = LINKS.filter(([, , role]) => mayAs(user, role));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Desk · ${name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/desk.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="desk-bar">
<p class="desk-name"><a href="/desk">Desk</a> <span class="quiet">${name}</span></p>
<nav aria-label="Desk"><ul>${links.map(
    ([path, label]) =>
      html`<li><a href="${path}"${url.pathname === path ? raw(' aria-current="page"') : ""}>${label}</a></li>`,
  )}</ul></nav>
<p class="quiet desk-user">${user.email}, ${user.role}</p>
</header>
<main id="main" tabindex="-1">
${body}
${sessionNotices()}
</main>
<script>${raw(SESSION_SCRIPT)}</script>
</body>
</html>`;
  return new Response(withoutBreaks(String(await page)), {
    status,
    headers: await pageHeaders(signInOrigin),
  });
}

/** Dates with their times, and references and ids; and before them whatever is no text of a line, to be left alone. */
const UNBROKEN =
  /<(title|textarea|option|script)\b[\s\S]*?<\/\1>|<[^>]*>|\b[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d\d:\d\d)?|\b[A-Z]{3}(?:-\d{8})?-\w{10}\b/g;

/** Keeps each date and each reference of a page in one line. */
function withoutBreaks(page: string): string {
  return page.replace(UNBROKEN, (match) =>
    match.startsWith("<") ? match : `<span class="whole">${match}</span>`,
  );
}

async function pageHeaders(signInOrigin: string | null): Promise<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": [
      "default-src 'none'",
      `script-src '${await scriptHash(SESSION_SCRIPT)}'`,
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self'",
      `form-action ${["'self'", signInOrigin].filter(Boolean).join(" ")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    // Not "no-referrer": a form's post would then name no origin, and be refused.
    "referrer-policy": "same-origin",
  };
}

/** Redirects after a post (303), so that reloading the page sends nothing twice. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, "cache-control": "no-store" } });
}

export function messagePage(
  request: DeskRequest,
  { title, text, status, back = "/desk" }: { title: string; text: string; status: number; back?: string },
): Promise<Response> {
  return deskPage(request, {
    title,
    status,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p><a class="btn btn-primary" href="${back}">Go on</a></p>`,
  });
}

/** @param what cannot be done; null where the address says so */
export function notAllowedPage(
  request: DeskRequest,
  role: DeskRole,
  what: string | null = null,
): Promise<Response> {
  const who = role === "owner" ? "an owner" : "staff";
  const text = `${what === null ? "Only" : `${what}: only`} ${who} may do this. Nothing was done.`;
  return messagePage(request, { title: "Not allowed", text, status: 403 });
}

/** A bar that draws a part of a whole to scale; the page's policy would refuse a width in a style. */
export function shareBar(share: number, whole: number, label: string): Html {
  const width = whole > 0 ? Math.round((Math.min(share, whole) / whole) * 1000) / 10 : 0;
  return html`<svg class="bar" role="img" aria-label="${label}" viewBox="0 0 100 1" preserveAspectRatio="none"><rect width="${width}" height="1"></rect></svg>`;
}

/** "Nov 23, 2026, 10:00": in Lagos. @param time ISO 8601 */
export function lagosTimeText(time: string): string {
  return lagosTimeLabel(new Date(time));
}

/** "a•••@example.com"; empty where there is none. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** "•••• 5678"; empty where there is none. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length < 4 ? "" : `•••• ${digits.slice(-4)}`;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "email" | "tel" | "date" | "textarea" | "select" | "file";
  readonly value: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly inputmode?: "decimal";
  readonly accept?: string;
  /** Personal: browsers store nothing of it, not even for Back. */
  readonly isPersonal?: boolean;
}

export function formField(field: FormField, problem?: string): Html {
  const { name, label, hint } = field;
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(" ");
  const attributes = html`id="${name}" name="${name}" class="input"${field.isPersonal ? raw(' autocomplete="off"') : ""}${
    described ? html` aria-describedby="${described}"` : ""
  }${problem ? raw(' aria-invalid="true"') : ""}`;
  return html`<div class="field"><label class="field-label" for="${name}">${label}</label>
${hint ? html`<p class="quiet" id="${name}-hint">${hint}</p>` : ""}${control(field, attributes)}
${problem ? html`<p class="field-error" id="${name}-problem">${problem}</p>` : ""}</div>`;
}

function control(field: FormField, attributes: Html): Html {
  const { kind, value, options = [] } = field;
  if (kind === "textarea") return html`<textarea ${attributes} rows="5">${value}</textarea>`;
  if (kind === "select") {
    return html`<select ${attributes}>${options.map(
      ([option, label]) =>
        html`<option value="${option}"${option === value ? raw(" selected") : ""}>${label}</option>`,
    )}</select>`;
  }
  const accept = field.accept ? html` accept="${field.accept}"` : "";
  const mode = field.inputmode ? html` inputmode="${field.inputmode}"` : "";
  return html`<input type="${kind}" ${attributes} value="${value}"${mode}${accept}>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
