import type { Locator, Page } from "@playwright/test";

/** Returns a price card's button: Enroll Now for naira, PayPal for dollars. */
export function payButton(
  page: Page,
  button: "Enroll Now" | "PayPal",
  course: string,
  plan: string,
): Locator {
  const escaped = `${course}, ${plan}`.replace(/[()]/g, "\\$&");
  return page.getByRole("button", { name: new RegExp(`^${button} ?: ${escaped}$`) });
}

/** Returns the price card with that button. */
export function priceCard(
  page: Page,
  button: "Enroll Now" | "PayPal",
  course: string,
  plan: string,
): Locator {
  return page.getByRole("article").filter({ has: payButton(page, button, course, plan) });
}
