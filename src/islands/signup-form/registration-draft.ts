import { type Registration, readRegistration } from "~/domain/enrolment/registration.ts";
import { keep, readKept } from "~/stores/browser-storage.ts";

const KEY = "registration-draft";
const ASIDE_KEY = "registrations-aside";

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
  return readRegistration(readJson(KEY));
}

/** Keeps what was typed for somebody else while an earlier registration has the form. */
export function putAside(registration: Registration): void {
  keep("sessionStorage", ASIDE_KEY, JSON.stringify([...readAside(), registration]));
}

/** What was put aside last, which is then the draft again; null when nothing was. */
export function takeBack(): Registration | null {
  const aside = readAside();
  const last = readRegistration(aside.pop());
  keep("sessionStorage", ASIDE_KEY, aside.length > 0 ? JSON.stringify(aside) : null);
  if (last) saveDraft(last);
  return last;
}

/** Whether anything is put aside. */
export function hasAside(): boolean {
  return readAside().length > 0;
}

function readAside(): unknown[] {
  const aside = readJson(ASIDE_KEY);
  return Array.isArray(aside) ? aside : [];
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(readKept("sessionStorage", key) ?? "null");
  } catch {
    return null;
  }
}
