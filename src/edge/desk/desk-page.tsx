/** @jsxImportSource hono/jsx */
import { html, raw } from "hono/html";
import type { Child, PropsWithChildren } from "hono/jsx";
import { scriptHash } from "~/domain/digest.ts";
import { ButtonForm } from "./desk-form.tsx";
import { ButtonLink } from "./desk-parts.tsx";
import { type DeskRequest, type DeskRole, mayAs } from "./desk-request.ts";
import { SESSION_SCRIPT, SessionNotices } from "./desk-session.tsx";

export interface DeskPage {
  /** The heading, and the title without the desk's name. */
  readonly title: string;
  /** The part above the heading. */
  readonly above?: Child;
  readonly lead?: Child;
  readonly body: Child;
  readonly status?: number;
}

const LINKS = [
  ["/desk", "Today", "viewer"],
  ["/desk/inbox", "Inbox", "staff"],
  ["/desk/enrolments", "Enrolments", "viewer"],
  ["/desk/payments", "Payments", "staff"],
  ["/desk/accounts", "Accounts", "owner"],
  ["/desk/vouchers", "Vouchers", "staff"],
  ["/desk/cohorts", "Cohorts", "viewer"],
  ["/desk/sources", "Sources", "viewer"],
  ["/desk/reconcile", "Reconcile", "staff"],
  ["/desk/trail", "Trail", "staff"],
] as const;

/** Returns a page of the desk as HTML, which no cache stores and no other page frames. */
export async function deskPage(
  request: DeskRequest,
  { title, above, lead, body, status = 200 }: DeskPage,
): Promise<Response> {
  const frame = (
    <Frame request={request} title={title}>
      {above}
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {body}
    </Frame>
  );
  const page = await html`<!doctype html>${frame}`;
  return new Response(withoutBreaks(String(page)), {
    status,
    headers: await pageHeaders(request.signInOrigin),
  });
}

type FrameProps = PropsWithChildren<{ request: DeskRequest; title: string }>;

function Frame({ request: { url, user, context }, title, children }: FrameProps) {
  const { name } = context.templates.academy;
  const links = LINKS.filter(([, , role]) => mayAs(user, role));
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Desk · ${name}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/desk.css" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="desk-bar">
          <p class="desk-name">
            <a href="/desk">Desk</a> <span class="quiet">{name}</span>
          </p>
          <details class="fold desk-menu">
            <summary>Menu</summary>
            <nav aria-label="Desk">
              <ul>
                {links.map(([path, label]) => (
                  <li>
                    <a href={path} aria-current={url.pathname === path ? "page" : undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <p class="quiet desk-user">{`${user.email}, ${user.role}`}</p>
          </details>
        </header>
        <main id="main" tabindex={-1}>
          {children}
          <SessionNotices />
        </main>
        <script>{raw(SESSION_SCRIPT)}</script>
      </body>
    </html>
  );
}

/** Matches dates with their times, references and ids in text. Markup matches first, so that it stays as it is. */
const UNBROKEN =
  /<(title|textarea|option|script)\b[\s\S]*?<\/\1>|<[^>]*>|\b[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d\d:\d\d)?|\b[A-Z]{3}(?:-\d{8})?-\w{10}\b/g;

/** Keeps each date and each reference of a page on one line. */
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
    // A form's post would have no origin with "no-referrer" and be refused.
    "referrer-policy": "same-origin",
  };
}

/** Redirects after a post (303), so that reloading the page sends nothing twice. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, "cache-control": "no-store" } });
}

interface Message {
  readonly title: string;
  readonly text: string;
  readonly status: number;
  /** The page to which the button leads. */
  readonly back?: string;
}

export function messagePage(
  request: DeskRequest,
  { title, text, status, back = "/desk" }: Message,
): Promise<Response> {
  return deskPage(request, {
    title,
    status,
    lead: text,
    body: (
      <p>
        <ButtonLink href={back} look="primary">
          {back === "/desk" ? "Today" : "Back"}
        </ButtonLink>
      </p>
    ),
  });
}

/** Returns the page for an action that the user's role does not allow. */
export function notAllowedPage(request: DeskRequest, role: DeskRole, action?: string): Promise<Response> {
  const allowed = role === "owner" ? "an owner" : "staff";
  const text = `${action ? `${action}: only` : "Only"} ${allowed} may do this. Nothing was done.`;
  return messagePage(request, { title: "Not allowed", text, status: 403 });
}

/** Returns a form that sends the same values again, which is safe because a form is applied once. */
export function tryAgainPage(request: DeskRequest): Promise<Response> {
  const { form, url } = request;
  const { pathname, search } = url;
  const body = form ? (
    <ButtonForm action={pathname} values={form} label="Send it again" look="primary" />
  ) : (
    <p>
      <ButtonLink href={pathname + search} look="primary">
        Load it again
      </ButtonLink>
    </p>
  );
  return deskPage(request, {
    title: "Please try again",
    lead: `The database didn't answer.${form ? " Nothing you typed is lost. Send it again in a moment." : ""}`,
    status: 503,
    body,
  });
}
