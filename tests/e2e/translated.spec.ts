import type { Locator, Page } from "@playwright/test";
import { fillIn, newLearner, wakeForm } from "../fixtures/registration-form.ts";
import { payAtPaystack, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { makePayerLink, paidEnrolment } from "./new-enrolment.ts";

/**
 * Runs in the page and translates it as Chrome does: once it has loaded, and whenever a text is added, each
 * text is replaced by another one in two <font> elements. Playwright reads the same words, because it leaves
 * out the space without width.
 */
function translatePage(): void {
  if (window !== top) return;
  const KEPT = "font, script, style, svg, textarea, [translate=no]";

  function translateTexts(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(KEPT)) continue;
      const outer = document.createElement("font");
      outer.appendChild(document.createElement("font")).append(`${text.data}\u200b`);
      text.replaceWith(outer);
    }
  }

  addEventListener("load", () => {
    document.documentElement.classList.add("translated-ltr");
    translateTexts();
    // The service that translates answers later.
    const observer = new MutationObserver(() => requestIdleCallback(translateTexts));
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await context.addInitScript(translatePage);
});

/** Returns the elements that a translation put in place of texts with `part`. */
const translations = (place: Page | Locator, part: string) => place.locator("font").filter({ hasText: part });

/** Pays in Paystack's checkout, and closes the dialog that says so. */
async function pay(page: Page): Promise<void> {
  const reference = await payAtPaystack(page);
  const dialog = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(dialog).toContainText(reference);
  await expect(translations(dialog, reference)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).first().click();
}

test("a translated Signup counts down what is needed, keeps what was typed, and registers", async ({
  page,
  context,
}) => {
  await servePaystack(context);
  const learner = { ...newLearner(), course: "devops-foundational" };
  await page.goto("/Signup");
  const needs = page.locator("#register-needs");
  const firstName = page.getByLabel("First Name", { exact: true });
  await firstName.pressSequentially("Ada");
  await expect(needs).toContainText("Still needed: Course and 7 more.");
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveValue("Ada");
  await wakeForm(page);
  await page.getByLabel("Last Name", { exact: true }).fill("Obi");
  await expect(needs).toContainText("Still needed: Course and 6 more.");
  await fillIn(page, learner);
  await expect(needs).toContainText("You pay N165,000 with Paystack.");
  await page.getByRole("button", { name: "Register" }).click();
  await pay(page);
  await page.getByRole("button", { name: "Register someone else" }).click();
  await expect(needs).toContainText("Still needed: Course");
});

test("a translated My enrolment and the payer's page take the next payments", async ({
  page,
  context,
  request,
}) => {
  await servePaystack(context);
  const enrolment = await paidEnrolment(request);
  await page.goto(enrolment.link);
  const money = page.locator(".enrolment-money");
  await expect(money).toContainText("N350,000 left");
  await expect(page.getByText(enrolment.id, { exact: true })).toBeVisible();
  await expect(translations(page, enrolment.id)).toHaveCount(0);
  await page.getByLabel("How much").selectOption({ index: 1 });
  await page.getByLabel("How much").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Pay N70,000" }).click();
  await pay(page);
  await expect(money).toContainText("N280,000 left");
  await page.goto(await makePayerLink(page, enrolment));
  await page.getByRole("button", { name: "Pay N70,000 with Paystack" }).click();
  await pay(page);
  await expect(page.getByText("This has been paid", { exact: true })).toBeVisible();
});
