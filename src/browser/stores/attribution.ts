import { readStorage, writeStorage } from "./browser-storage.ts";

const KEY = "attribution";

/** What the link said that brought the visitor, until the tab is closed: "utm_source=instagram"; null where none did. */
export function savedAttribution(): string | null {
  return readStorage("sessionStorage", KEY);
}

export function saveAttribution(query: string): void {
  writeStorage("sessionStorage", KEY, query);
}
