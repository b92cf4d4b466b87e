import type { AppContext } from "~/edge/app-context.ts";
import { isFormPost } from "~/edge/http/request-checks.ts";
import { readLimitedText } from "~/edge/middleware/request-body.ts";

export interface DeskRequest {
  readonly url: URL;
  readonly user: DeskUser;
  readonly context: AppContext;
  /** The posted form; null for a GET. */
  readonly form: URLSearchParams | null;
  /** The origin to which an expired session sends a post; null where nowhere else. */
  readonly signInOrigin: string | null;
}

/** A field of the posted form, without spaces around it; empty where there is none. */
export function posted({ form }: Pick<DeskRequest, "form">, name: string): string {
  return (form?.get(name) ?? "").trim();
}

/** The roles of staff at the desk. Each may do what those before it may. */
export const DESK_ROLES = ["viewer", "staff", "owner"] as const;

/** viewer: the state of enrolments and payments, without personal data · staff: all else but · owner: refunds and erasing */
export type DeskRole = (typeof DESK_ROLES)[number];

export interface DeskUser {
  /** In lower case. */
  readonly email: string;
  readonly role: DeskRole;
}

export function mayAs({ role }: Pick<DeskUser, "role">, neededRole: DeskRole): boolean {
  return DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(neededRole);
}

/** Notes and details are short; a form has a dozen fields. */
const MOST_BYTES = 32 * 1024;

export type OwnPost =
  | { readonly ok: true; readonly form: URLSearchParams }
  | { readonly ok: false; readonly status: 403 | 413 | 415; readonly text: string };

/** Against CSRF, a post must come from the desk's own pages, by `Sec-Fetch-Site` or else `Origin`. */
export async function readOwnPost(request: Request): Promise<OwnPost> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const read = await readLimitedText(request, MOST_BYTES);
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
