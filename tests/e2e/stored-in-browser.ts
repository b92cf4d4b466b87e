import type { Page } from "@playwright/test";

/** Returns the browser's stored entries under a prefix, as JSON; `null` without any. */
export function storedEntries(page: Page, key: "outbox" | "unsent-form"): Promise<string[] | null> {
  return page.evaluate((key) => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`${key}/`));
    return names.length > 0 ? names.map((name) => localStorage.getItem(name) ?? "") : null;
  }, key);
}
