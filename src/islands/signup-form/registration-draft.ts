import { BLANK_REGISTRATION, type Registration } from "~/domain/enrolment/registration.ts";
import { keep, readKept } from "~/stores/browser-storage.ts";

const KEY = "registration-draft";

/** Keeps what was typed for this tab, so that a reload loses nothing; it goes with the tab. */
export function saveDraft(registration: Registration): void {
  keep("sessionStorage", KEY, JSON.stringify(registration));
}

export function clearDraft(): void {
  keep("sessionStorage", KEY, null);
}

/** What was typed before a reload; anything of the wrong kind is left out. */
export function readDraft(): Registration | null {
  try {
    const saved: unknown = JSON.parse(readKept("sessionStorage", KEY) ?? "null");
    return typeof saved === "object" && saved !== null ? mergeKnown(saved) : null;
  } catch {
    return null;
  }
}

function mergeKnown(saved: object): Registration {
  const known = Object.entries(saved).filter(([field, value]) => {
    const blank: unknown = BLANK_REGISTRATION[field as keyof Registration];
    return field in BLANK_REGISTRATION && typeof value === (blank === undefined ? "string" : typeof blank);
  });
  return { ...BLANK_REGISTRATION, ...Object.fromEntries(known) };
}
