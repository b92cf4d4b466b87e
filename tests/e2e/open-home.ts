import type { Page } from "@playwright/test";

/** Opens Home as somebody who has already closed the closing notice in this tab. */
export async function openHome(page: Page): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem("closing-notice", "closed"));
  await page.goto("/");
}
