import type { AppContext } from "~/edge/app-context.ts";
import type { DeskUser } from "./desk-user.ts";

/** A request of a user whom the gate has let in. */
export interface DeskRequest {
  readonly url: URL;
  readonly user: DeskUser;
  readonly context: AppContext;
  /** What a form posts; null for a GET. */
  readonly form: URLSearchParams | null;
  /** Where an expired session sends a post; null where nowhere else. */
  readonly signInOrigin: string | null;
}

const NONE = new URLSearchParams();

/** A field of the posted form, without spaces around it; empty where there is none. */
export function posted({ form }: Pick<DeskRequest, "form">, name: string): string {
  return ((form ?? NONE).get(name) ?? "").trim();
}
