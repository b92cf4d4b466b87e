import type { AppContext } from "~/edge/app-context.ts";
import { isFormPost } from "~/edge/http/request-checks.ts";
import { readLimitedText } from "~/edge/middleware/request-body.ts";

export interface DeskRequest {
  readonly url: URL;
  readonly user: DeskUser;
  readonly context: AppContext;
  /** The posted form; `null` for a GET. */
  readonly form: URLSearchParams | null;
  /** The origin to which an expired session redirects a post; `null` if it does not redirect. */
  readonly signInOrigin: string | null;
}

/** Returns a field of the posted form, trimmed; empty if it is missing. */
export function posted({ form }: Pick<DeskRequest, "form">, name: string): string {
  return (form?.get(name) ?? "").trim();
}

/** The roles of staff at the desk. Each may do what those before it may. */
export const DESK_ROLES = ["viewer", "staff", "owner"] as const;

/** A viewer sees no personal data, staff do all but refunds and erasing, owners do everything. */
export type DeskRole = (typeof DESK_ROLES)[number];

export interface DeskUser {
  /** The address in lower case. */
  readonly email: string;
  readonly role: DeskRole;
}

export function mayAs({ role }: Pick<DeskUser, "role">, neededRole: DeskRole): boolean {
  return DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(neededRole);
}

/** The most bytes of a posted form. */
const MAX_BYTES = 32 * 1024;

export type OwnPost =
  | { readonly ok: true; readonly form: URLSearchParams }
  | { readonly ok: false; readonly status: 403 | 413 | 415; readonly text: string };

/** Reads a post of the desk's own pages, by `Sec-Fetch-Site` or else `Origin`, as a defence against CSRF. */
export async function readOwnPost(request: Request): Promise<OwnPost> {
  // The body is read before a refusal, because unread bytes would break the connection's next request.
  const read = await readLimitedText(request, MAX_BYTES);
  if (!isOwn(request)) {
    return refused(403, "This came from another page than one of the desk's. Nothing was done.");
  }
  if (!isFormPost(request)) {
    return refused(415, "This is no form of the desk's. Nothing was done.");
  }
  if (!read.ok) return refused(413, "This is too long. Nothing was done; go back and shorten it.");
  return { ok: true, form: new URLSearchParams(read.text) };
}

function isOwn(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === new URL(request.url).origin;
}

function refused(status: 403 | 413 | 415, text: string): OwnPost {
  return { ok: false, status, text };
}
