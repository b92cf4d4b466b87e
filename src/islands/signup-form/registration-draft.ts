import { type Registration, readRegistration } from "~/domain/enrolment/registration.ts";
import { keep, readKept } from "~/stores/browser-storage.ts";

const KEY = "registration-draft";

/** Keeps what was typed for this tab, so that a reload loses nothing; it goes with the tab. */
export function saveDraft(registration: Registration): void {
  keep("sessionStorage", KEY, JSON.stringify(registration));
}

/** Once it was paid, what was typed has done its work. */
export function clearDraft(): void {
  keep("sessionStorage", KEY, null);
}

/** What was typed before a reload; anything of the wrong kind is left out. */
export function readDraft(): Registration | null {
  try {
    return readRegistration(JSON.parse(readKept("sessionStorage", KEY) ?? "null"));
  } catch {
    return null;
  }
}
