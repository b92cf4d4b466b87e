import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { addDays, type Day, dayLabel } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { deployBuild } from "./control-site.ts";
import { comeFrom, expect, storedMails, test } from "./fixtures.ts";
import { backToRealDate, checkout, daysAhead, linkTo, mailbox, mailsTo, moveOnTo } from "./sandbox-time.ts";
import { COHORT_BUILDS, SANDBOX_COHORT } from "./servers.ts";

test.use({ baseURL: SANDBOX_COHORT.origin });
// Three sweeps for each day of six weeks.
test.describe.configure({ timeout: 1_200_000 });

test.afterEach(async ({ page }) => {
  await backToRealDate(page);
  await deployBuild(SANDBOX_COHORT, COHORT_BUILDS.unannounced);
});

/** The day that the later build announces. */
function announcedDay(): Day {
  const project = fileURLToPath(new URL("../../", import.meta.url));
  const text = readFileSync(
    `${project}${COHORT_BUILDS.announced.folder}/content/cohorts/cohort-9.yaml`,
    "utf8",
  );
  return (/firstClass: "(.*)"/.exec(text)?.[1] ?? "") as Day;
}

const CHANGED = "Your enrolment in Solutions Architect has changed: please check";

const money = (page: Page) => page.locator(".enrolment-money");
const onDesk = (desk: Page, id: string) => desk.locator(`a[href="/desk/enrolments/${id}"]`).first();
const second = (page: Page) => page.locator(".charge").filter({ hasText: "payment 2 of 2" });

async function pay(page: Page, amount: string): Promise<void> {
  await checkout(page, amount).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
}

test("a learner without a cohort chooses one, is dated when it is announced, reminded, late, listed, and pays", async ({
  page,
  context,
  browser,
}) => {
  const firstClass = announcedDay();
  const due = dueDay(firstClass, { count: 3, unit: "week" });
  const learner = newLearner();
  const mail = mailbox(SANDBOX_COHORT, learner.email);
  await comeFrom(context, "NG");

  await page.goto("/Signup?course=aws-solutions-architect&plan=two-installments");
  await fillIn(page, { ...learner, course: null });
  await page.getByLabel("Cohort").selectOption("");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await pay(page, "N105,000");
  await mail.read(["Receipt: N105,000 for Solutions Architect"]);

  const link = linkTo(SANDBOX_COHORT, learner.email);
  const [id = ""] = /ENR-[^.]+/.exec(link) ?? [];
  await page.goto(link);
  await expect(money(page)).toContainText("N90,000 left");
  const desk = await openDesk(await browser.newContext({ baseURL: SANDBOX_COHORT.origin }));
  await expect(desk.getByRole("heading", { name: "Plans without dates" })).toBeVisible();

  await page.getByRole("button", { name: "Change my details" }).click();
  await page.getByLabel("Cohort").selectOption({ label: "Cohort 9, date to be announced" });
  await page.getByRole("button", { name: "Save my details" }).click();
  await mail.read([CHANGED]);

  await deployBuild(SANDBOX_COHORT, COHORT_BUILDS.announced);
  await moveOnTo(page, daysAhead(1));
  await mail.read([CHANGED]);
  expect(mailsTo(SANDBOX_COHORT, learner.email).at(-1)?.text).toContain(dayLabel(firstClass));
  await page.goto("/My-enrolment");
  await expect(second(page)).toContainText(dayLabel(due));
  await desk.reload();
  await expect(desk.getByRole("heading", { name: "Plans without dates" })).toHaveCount(0);

  await moveOnTo(page, addDays(due, -7));
  await mail.read([`Due on ${dayLabel(due)}: N90,000 for Solutions Architect`]);
  await moveOnTo(page, addDays(due, 3));
  await mail.read(["Due today: N90,000 for Solutions Architect", "Overdue: N90,000 for Solutions Architect"]);
  const staffMails = () => storedMails(learner.email, SANDBOX_COHORT).map(({ subject }) => subject);
  await expect.poll(staffMails).toContainEqual(expect.stringMatching(/^Late payments: /));
  await desk.goto("/desk/enrolments?owes=late");
  await expect(onDesk(desk, id)).toBeVisible();

  await page.goto("/My-enrolment");
  await expect(second(page)).toContainText("Overdue");
  await expect(second(page)).toContainText("under our Terms");
  await page.getByRole("button", { name: "Pay N90,000", exact: true }).click();
  await pay(page, "N90,000");
  await mail.read(["Receipt: N90,000 for Solutions Architect"]);
  await page.goto("/My-enrolment");
  await expect(money(page)).toContainText("Everything is paid. Thank you.");
  await desk.reload();
  await expect(onDesk(desk, id)).toHaveCount(0);
});

async function openDesk(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/desk");
  await page.getByRole("button", { name: "As staff" }).click();
  return page;
}
