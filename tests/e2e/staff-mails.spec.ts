import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { storedEntries } from "./stored-in-browser.ts";

const SUPPORT =
  "Your payment was successful, but we encountered an issue while saving the payment details. Please contact our support team at hello@academy.example for assistance";

test("a registration mail that fails does not stop the others and is sent again by a press", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Registration mail \d was not accepted/);
  await comeFrom(context, "NG");
  await servePaystack(context);
  let refused = ["staff-2", "staff-4"];
  const accepted: string[] = [];
  await context.route("**/prod/mailing", (route) => {
    const role = route.request().postDataJSON().config.toEmailAddress;
    if (refused.includes(role)) return route.fulfill({ status: 500, json: { message: "It is down." } });
    accepted.push(role);
    return route.fallback();
  });
  const lastName = unique("Musa");
  await page.goto("/Signup");
  await fillIn(page, { ...ADA, lastName });
  await page.getByRole("button", { name: "Register" }).click();
  const { reference } = await paystackParams(page);
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  const overlay = page.getByRole("dialog", { name: "Your payment was successful" });
  await expect(overlay).toContainText(SUPPORT);
  await expect(overlay).toContainText(reference);
  expect(accepted).toEqual(["staff-1", "staff-3"]);

  refused = [];
  await overlay.getByRole("button", { name: "Send my details again" }).click();
  await expect.poll(() => accepted.toSorted()).toEqual(["staff-1", "staff-2", "staff-3", "staff-4"]);
  await expect.poll(() => storedEntries(page, "outbox")).toBeNull();
  // The edge writes its own when the provider has confirmed the payment.
  await expect.poll(() => storedMails(lastName).length).toBe(4);
});
