import { readStorage, writeStorage } from "./browser-storage.ts";

const KEY = "attribution";
const SIGNUP_KEY = "signup-counted";
/** Longer than any link of the academy's. */
const LONGEST = 300;

/** What the link said that brought the visitor, until the tab is closed: "utm_source=instagram"; null where none did. */
export function keptAttribution(): string | null {
  return readStorage("sessionStorage", KEY);
}

export function keepAttribution(said: string): void {
  writeStorage("sessionStorage", KEY, said.slice(0, LONGEST));
}

/** Whether Signup is opened for the first time in this tab. */
export function isFirstSignup(): boolean {
  return !readStorage("sessionStorage", SIGNUP_KEY) && writeStorage("sessionStorage", SIGNUP_KEY, "1");
}
