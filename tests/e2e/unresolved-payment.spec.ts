import type { Page } from "@playwright/test";
import { ADA, chosenPlan, fillIn, newLearner } from "../fixtures/registration-form.ts";
import {
  chargeFrom,
  type PaystackParams,
  paystackFrame,
  paystackParams,
  servePaystack,
} from "../mocks/paystack-checkout.ts";
import { setPaystackCharge } from "../mocks/paystack-server.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { standInForMail } from "./mail-stand-in.ts";
import { payButton } from "./price-cards.ts";
import { PAYSTACK_API } from "./servers.ts";
import { storedEntries } from "./stored-in-browser.ts";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** Opens the checkout, then loses the page before its end is known. */
async function loseThePage(page: Page, lastName: string): Promise<PaystackParams> {
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await fillIn(page, { ...newLearner(), lastName, course: null });
  await page.getByRole("button", { name: "Register" }).click();
  const params = await paystackParams(page);
  await page.goto("/Pricing");
  return params;
}

const earlierPayment = (page: Page) => page.getByRole("region", { name: "An earlier payment" });

test("a page lost during a checkout is pointed out, and 'Try again' pays the same reference", async ({
  page,
  context,
}) => {
  const lastName = unique("Ngozi");
  const params = await loseThePage(page, lastName);
  const { reference } = params;
  const outbox = ((await storedEntries(page, "outbox")) ?? []).map((entry) => JSON.parse(entry));
  expect(outbox).toHaveLength(1);
  expect(outbox[0].order).toMatchObject({ reference, charge: { currency: "NGN", minor: 20_900_000 } });
  expect(outbox[0].payment).toEqual({ status: "opened" });

  const tell = (status: string) =>
    setPaystackCharge(PAYSTACK_API.origin, reference, chargeFrom(params, status));
  await tell("ongoing");
  const later = await context.newPage();
  await page.close();
  await later.goto("/Pricing");
  await later.getByRole("link", { name: "See what to do" }).click();
  const panel = earlierPayment(later);
  await expect(panel).toContainText("We are confirming your payment");
  await tell("abandoned");
  await panel.getByRole("button", { name: "Look again" }).click();
  await expect(panel).toContainText("This payment didn't go through");
  await expect(panel).toContainText(reference);
  await expect(later.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);

  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(later.getByLabel("Last Name")).toHaveValue(lastName);
  await expect(later.getByLabel("Course", { exact: true })).toHaveValue("devops-full");
  await expect(chosenPlan(later)).toHaveValue("devops-full/five-installments");
  expect((await paystackParams(later)).reference).toBe(reference);
  await paystackFrame(later).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(later.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  await expect.poll(() => storedMails(reference).length).toBe(4);
});

test("where the edge cannot say how a payment ended, nothing is paid before the visitor does", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.context().route("**/prod/payments/*", (route) => route.abort());
  await loseThePage(page, unique("Eze"));
  const card = payButton(page, "Enroll Now", "DevOps Full", "Full Tuition");
  await card.click();
  const dialog = page.getByRole("dialog", { name: "Did this payment go through?" });
  await dialog.getByRole("link", { name: "See what to do" }).click();
  await page.getByRole("button", { name: "No, let me try again" }).click();
  await page.goto("/Pricing");
  await card.click();
  await expect(page.getByRole("dialog", { name: "Pay N485,000" })).toBeVisible();
});

test("a payment of which a part arrived says how much is missing", async ({ page }) => {
  const params = await loseThePage(page, unique("Ife"));
  const charge = chargeFrom({ ...params, amount: params.amount - 500_000 });
  await setPaystackCharge(PAYSTACK_API.origin, params.reference, charge);
  await page.goto("/Signup");
  await expect(earlierPayment(page)).toContainText("We've received N204,000 of N209,000: N5,000 is missing");
});

test("'Try again' keeps what is being typed for somebody else until the earlier one is paid", async ({
  page,
  context,
}) => {
  const [earlier, other] = [unique("Ngozi"), unique("Bola")];
  const later = await context.newPage();
  await later.goto("/Signup");
  await fillIn(later, { ...ADA, lastName: other });
  await loseThePage(page, earlier);
  await later.getByRole("button", { name: "Try again" }).click();
  await expect(later.getByLabel("Last Name")).toHaveValue(earlier);
  await paystackFrame(later).getByRole("button", { name: "Close checkout", exact: true }).click();
  await expect(later.getByRole("dialog", { name: "Your payment has not been received yet" })).toBeVisible();
  await later.reload();
  await expect(later.getByText("You're finishing an earlier registration.")).toBeVisible();
  await later.getByRole("button", { name: "Register" }).click();
  await paystackFrame(later).getByRole("button", { name: "Pay", exact: true }).click();
  const received = later.getByRole("dialog", { name: "Your payment has been received" });
  await received.getByRole("button", { name: "Close" }).click();
  await later.getByRole("button", { name: "Register someone else" }).click();
  await expect(later.getByLabel("Last Name")).toHaveValue(other);
  await expect(later.getByText("You're finishing an earlier registration.")).toBeHidden();
});

test("a second tab shows that a payment is open in the first, and when it is over", async ({
  page,
  context,
}) => {
  const second = await context.newPage();
  await second.goto("/Signup");
  await fillIn(second, { ...ADA, firstName: "Bola" });
  await second.getByRole("button", { name: "Register", exact: true }).focus();
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register" }).click();
  await paystackParams(page);
  await expect(earlierPayment(second)).toBeFocused();
  await expect(second.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);
  await paystackFrame(page).getByRole("button", { name: "Close checkout", exact: true }).click();
  await expect(earlierPayment(second)).toHaveCount(0);
  await expect(second.getByRole("button", { name: "Register", exact: true })).toBeVisible();
});

test("a page lost after it was paid shows the receipt on later visits until acknowledged", async ({
  page,
}) => {
  await standInForMail(page, "silent");
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register" }).click();
  const { reference } = await paystackParams(page);
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Processing..." })).toBeVisible();
  await page.reload();
  await expect(earlierPayment(page)).toContainText("Your payment has been received");
  await expect(earlierPayment(page)).toContainText(reference);
  await page.unroute("**/prod/mailing");
  await expect(page.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);
  await expect.poll(() => storedMails(reference).length, "staff are notified by themselves").toBe(4);
  await earlierPayment(page).getByRole("button", { name: "Register someone else" }).click();
  await expect(page.getByRole("button", { name: "Register", exact: true })).toBeVisible();
  await expect.poll(() => storedEntries(page, "outbox")).toBeNull();
});
