import type { Page } from "@playwright/test";

/**
 * Stores the visitor's country as an earlier visit does, so that no lookup starts, which moving the clock
 * would end.
 */
export async function knowCountry(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("location", '{"country_name":"Nigeria"}'));
}

/** Opens Home with its closing notice closed. */
export async function openHome(page: Page): Promise<void> {
  await knowCountry(page);
  await page.addInitScript(() => sessionStorage.setItem("closing-notice", "closed"));
  await page.goto("/");
}
