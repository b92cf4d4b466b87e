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

/** How much of its card's bar each payment takes, in order, as shares of what is drawn. */
export async function barShares(card: Locator): Promise<number[]> {
  const widths = await card
    .locator("rect")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width).filter((width) => width > 0));
  const drawn = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => width / drawn);
}
