import type { Locator, Page } from "@playwright/test";

/** The button that pays a card: Enroll Now for naira, PayPal for dollars. */
export function payButton(
  page: Page,
  button: "Enroll Now" | "PayPal",
  course: string,
  plan: string,
): Locator {
  const escaped = `${course}, ${plan}`.replace(/[()]/g, "\\$&");
  return page.getByRole("button", { name: new RegExp(`^${button} ?: ${escaped}$`) });
}

/** The card that holds this button. */
export function priceCard(
  page: Page,
  button: "Enroll Now" | "PayPal",
  course: string,
  plan: string,
): Locator {
  return page.getByRole("article").filter({ has: payButton(page, button, course, plan) });
}
