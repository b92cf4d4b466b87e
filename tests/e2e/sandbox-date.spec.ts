import type { BrowserContext, Page } from "@playwright/test";
import { addDays, dayLabel } from "~/domain/dates/day.ts";
import { fillIn, newLearner, type Typed } from "../fixtures/registration-form.ts";
import { comeFrom, expect, readDatabase, storedMails, test, watchContext } from "./fixtures.ts";
import { joinCohort } from "./join-cohort.ts";
import { backToRealDate, checkout, daysAhead, linkTo, mailbox, moveOnTo } from "./sandbox-time.ts";
import { SANDBOX_AHEAD } from "./servers.ts";

test.use({ baseURL: SANDBOX_AHEAD.origin });
// Three sweeps for each day.
test.describe.configure({ timeout: 300_000 });
test.afterEach(async ({ context }) => {
  await backToRealDate(await context.newPage());
});

/** The first class, so long ago that a second payment in dollars is due in eight days. */
const FIRST_CLASS = daysAhead(8 - 21);
const dueAbroad = addDays(FIRST_CLASS, 21);
const paid = (page: Page) => page.locator(".enrolment-money");

type Plan = readonly [course: string, plan: string];
const MONTHLY: Plan = ["devops-full", "five-installments"];
const ABROAD: Plan = ["aws-solutions-architect", "two-installments"];

async function register(page: Page, [course, plan]: Plan, typed: Typed, amount: string): Promise<void> {
  await page.goto(`/Signup?course=${course}&plan=${plan}`);
  await fillIn(page, { ...typed, course: null });
  await expect(page.locator("[data-amount-payable]")).toHaveText(amount, { useInnerText: true });
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

/** Makes the first payment at the checkout that is open; the learner is in a cohort that has begun. */
async function payFirst(page: Page, plan: Plan, { email }: Typed, amount: string): Promise<void> {
  const pay = checkout(page, amount).getByRole("button", { name: "Pay", exact: true });
  await expect(pay).toBeVisible();
  await joinCohort(SANDBOX_AHEAD, email, FIRST_CLASS, plan);
  await pay.click();
}

async function payNext(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: `Pay ${amount}`, exact: true }).click();
  await checkout(page, amount).getByRole("button", { name: "Pay", exact: true }).click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await received.getByRole("button", { name: "Back to my enrolment" }).click();
  await expect(paid(page)).toContainText("Your payment has been received.");
}

/** Returns the sum that the providers' stand-ins took from somebody, in kobo or cents. */
function taken(address: string): number {
  const row = readDatabase(SANDBOX_AHEAD, (database) =>
    database
      .prepare(
        `SELECT SUM(coalesce(record ->> '$.capture.minor',
           iif(record ->> 'paid_at' IS NOT NULL, record ->> 'amount', NULL))) AS minor
         FROM sandbox_payments
         JOIN payments USING (reference) JOIN enrolments ON enrolments.id = enrolment_id
         WHERE learner ->> 'email' = ?`,
      )
      .get(address),
  );
  return Number(row?.minor);
}

test("plans in naira and dollars are reminded of, paid and compared as the weeks go by", async ({
  page,
  context,
  browser,
  unexpected,
  visitor,
}) => {
  const openFrom = async (country: string): Promise<BrowserContext> => {
    const other = await browser.newContext({ baseURL: SANDBOX_AHEAD.origin, serviceWorkers: "block" });
    await watchContext(other, { unexpected, visitor });
    await comeFrom(other, country);
    return other;
  };

  const accra = await openFrom("GH");
  const abroad = await accra.newPage();
  const kofi = { ...newLearner(), country: "Ghana", state: null, whatsapp: "+233241234568" };
  await register(abroad, ABROAD, { ...kofi, phone: `+23324${kofi.phone?.slice(-7)}` }, "$213.00");
  await payFirst(abroad, ABROAD, kofi, "$213.00");
  await expect(abroad.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  const mailAbroad = mailbox(SANDBOX_AHEAD, kofi.email);
  await mailAbroad.read(["Receipt: $213.00 for Solutions Architect"]);
  await abroad.goto(linkTo(SANDBOX_AHEAD, kofi.email));
  await expect(paid(abroad)).toContainText("$213.00 paid");

  await comeFrom(context, "NG");
  const learner = newLearner();
  await register(page, MONTHLY, learner, "N209,000");
  await payFirst(page, MONTHLY, learner, "N209,000");
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  const mail = mailbox(SANDBOX_AHEAD, learner.email);
  await mail.read(["Receipt: N209,000 for DevOps Full"]);
  await page.goto(linkTo(SANDBOX_AHEAD, learner.email));
  await expect(paid(page)).toContainText("N209,000 paid");

  await moveOnTo(page, dueAbroad);
  const compared = readDatabase(SANDBOX_AHEAD, (database) =>
    database
      .prepare("SELECT day, state FROM reconciliations WHERE provider = 'paystack' AND day >= ? ORDER BY day")
      .all(daysAhead(0)),
  );
  expect(compared).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((days) => ({ day: daysAhead(days), state: "finished" })),
  );
  expect(storedMails("The comparison with a provider's books", SANDBOX_AHEAD)).toEqual([]);
  await mailAbroad.read([
    `Due on ${dayLabel(dueAbroad)}: $204.00 for Solutions Architect`,
    "Due today: $204.00 for Solutions Architect",
  ]);
  await abroad.goto("/My-enrolment");
  await payNext(abroad, "$204.00");
  await expect(paid(abroad)).toContainText("Everything is paid. Thank you.");
  await mailAbroad.read(["Receipt: $204.00 for Solutions Architect"]);
  await accra.close();

  await page.goto("/My-enrolment");
  await payNext(page, "N70,000");
  await mail.read(["Receipt: N70,000 for DevOps Full"]);

  await page.reload();
  await page.getByLabel("How much").selectOption("N280,000: all that is left");
  await payNext(page, "N280,000");
  await expect(paid(page)).toContainText("Everything is paid. Thank you.");
  await mail.read(["Receipt: N280,000 for DevOps Full"]);
  expect([taken(learner.email), taken(kofi.email)]).toEqual([55_900_000, 41_700]);
});
