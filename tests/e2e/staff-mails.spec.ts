import type { BrowserContext, Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { keptIn } from "./stored-in-browser.ts";

const SUPPORT =
  "Your payment was successful, but we encountered an issue while saving the payment details. Please contact our support team at hello@academy.example for assistance";

test.beforeEach(async ({ context, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/, /Registration mail \d was not accepted/);
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** The mail endpoint refuses what goes to one role; the others are served for real. */
async function refuseMailsTo(context: BrowserContext, role: string): Promise<{ stop(): Promise<void> }> {
  const pattern = "**/prod/mailing";
  await context.route(pattern, (route) =>
    route.request().postDataJSON().config.toEmailAddress === role
      ? route.fulfill({ status: 500, json: { message: "The mail service is down." } })
      : route.fallback(),
  );
  return { stop: () => context.unroute(pattern) };
}

async function pay(page: Page, lastName: string): Promise<string> {
  await page.goto("/Signup");
  await fillIn(page, { ...ADA, lastName });
  await page.getByRole("button", { name: "Register" }).click();
  const { reference } = await paystackParams(page);
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  return reference;
}

/** Whom the mails are for that the endpoint accepts, in this order. */
function acceptedIn(context: BrowserContext): readonly string[] {
  const roles: string[] = [];
  context.on("response", (response) => {
    if (!response.url().endsWith("/prod/mailing") || !response.ok()) return;
    roles.push(response.request().postDataJSON().config.toEmailAddress);
  });
  return roles;
}

test("while staff are notified, 'Processing...' shows, and the mails are sent one after another", async ({
  page,
  context,
}) => {
  const lastName = unique("Eze");
  const accepted = acceptedIn(context);
  const waiting: (() => void)[] = [];
  await context.route("**/prod/mailing", async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.fallback();
  });
  await pay(page, lastName);
  const processing = page.getByRole("dialog", { name: "Processing..." });
  await expect(processing).toContainText("Please wait while we confirm your registration");
  for (const count of [1, 2, 3, 4]) {
    await expect.poll(() => waiting.length).toBe(count);
    expect(accepted).toHaveLength(count - 1);
    waiting[count - 1]?.();
  }
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  await expect(processing).toBeHidden();
});

test("a registration mail that fails does not stop the others; the support message shows, and sending again sends only that one", async ({
  page,
  context,
}) => {
  const lastName = unique("Musa");
  const accepted = acceptedIn(context);
  const refusal = await refuseMailsTo(context, "staff-2");
  const reference = await pay(page, lastName);
  const overlay = page.getByRole("dialog", { name: "Your payment was successful" });
  await expect(overlay).toContainText(SUPPORT);
  await expect(overlay).toContainText(reference);
  expect(accepted).toEqual(["staff-1", "staff-3", "staff-4"]);

  await refusal.stop();
  await overlay.getByRole("button", { name: "Send my details again" }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  expect(accepted).toEqual(["staff-1", "staff-3", "staff-4", "staff-2"]);
  await expect.poll(() => storedMails(lastName).length).toBe(4);
});

test("a registration mail that could not be delivered is sent on the next visit, to any page, once though two tabs open", async ({
  page,
  context,
}) => {
  const lastName = unique("Ojo");
  const refusal = await refuseMailsTo(context, "staff-4");
  await pay(page, lastName);
  await expect(page.getByRole("dialog", { name: "Your payment was successful" })).toBeVisible();
  await refusal.stop();

  const sent: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/prod/mailing")) sent.push(request.postDataJSON().config.toEmailAddress);
  });
  const other = await context.newPage();
  await Promise.all([page.goto("/"), other.goto("/")]);
  await expect.poll(() => keptIn(page, "outbox")).toBeNull();
  expect(sent).toEqual(["staff-4"]);
});
