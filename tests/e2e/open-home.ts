import type { Page } from "@playwright/test";

/** The visitor's country is known from an earlier visit, so that a test that moves the clock does not end the lookup. */
export async function knowCountry(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("location", '{"country_name":"Nigeria"}'));
}

/** Opens Home as somebody who has already closed the closing notice in this tab. */
export async function openHome(page: Page): Promise<void> {
  await knowCountry(page);
  await page.addInitScript(() => sessionStorage.setItem("closing-notice", "closed"));
  await page.goto("/");
}
