import type { Page } from "@playwright/test";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { payAtPaystack, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { paidEnrolment } from "./new-enrolment.ts";

/**
 * The features that current engines have and one of the oldest browsers in package.json lacks, or that only
 * some engines have. Each line is an object and its properties, chosen by hand from
 * @mdn/browser-compat-data 8. Dialogs stay, which Firefox 97 alone lacks.
 */
const NEWER = [
  "AbortSignal any timeout",
  "AbortSignal.prototype throwIfAborted",
  "Array fromAsync",
  "Array.prototype findLast findLastIndex toReversed toSorted toSpliced with",
  "Document.prototype adoptedStyleSheets startViewTransition",
  "Element.prototype ariaBusy ariaDisabled ariaExpanded ariaInvalid ariaPressed checkVisibility getHTML role",
  "HTMLElement.prototype hidePopover inert popover showPopover togglePopover",
  "HTMLFormElement.prototype requestSubmit",
  "HTMLInputElement.prototype showPicker",
  "Iterator.prototype drop every filter find flatMap forEach map reduce some take toArray",
  "Map groupBy",
  "Navigator.prototype connection permissions share userActivation userAgentData",
  "Object groupBy",
  "Promise try withResolvers",
  "Response json",
  "ServiceWorkerRegistration.prototype navigationPreload",
  "Set.prototype difference intersection isDisjointFrom isSubsetOf isSupersetOf union",
  "String.prototype isWellFormed toWellFormed",
  "URL canParse parse",
  "URLSearchParams.prototype size",
  "Uint8Array fromBase64 fromHex",
  "Uint8Array.prototype toBase64 toHex",
  "window CompressionStream Iterator TransformStream URLPattern WritableStream cookieStore navigation",
  "window requestIdleCallback scheduler trustedTypes",
];

/** Runs in the page, before its scripts. A page that is not secure has fewer objects. */
function removeInterfaces(lines: readonly string[]): void {
  type Properties = Record<string, unknown>;
  for (const line of lines) {
    const [path = "", ...names] = line.split(" ");
    let owner: Properties | undefined = window as unknown as Properties;
    for (const name of path.split(".")) owner = owner?.[name] as Properties | undefined;
    for (const name of names) delete owner?.[name];
  }
}

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  await context.addInitScript(removeInterfaces, NEWER);
});

/** Pays in Paystack's checkout, and reads that it was received. */
async function pay(page: Page): Promise<void> {
  await payAtPaystack(page);
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
}

test("a learner in Lagos registers and pays in the oldest supported browsers", async ({ page }) => {
  await page.goto("/Signup");
  await fillIn(page, newLearner());
  await expect(page.locator("[data-amount-payable]")).toContainText("N165,000");
  await page.getByRole("button", { name: "Register" }).click();
  await pay(page);
});

test("My enrolment opens by a link and takes the next payment in the oldest supported browsers", async ({
  page,
  request,
}) => {
  await page.goto((await paidEnrolment(request)).link);
  await page.getByRole("button", { name: "Pay N70,000" }).click();
  await pay(page);
  await expect(page.locator(".enrolment-money")).toContainText("N280,000 left");
});
