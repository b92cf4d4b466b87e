import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { deployBuild } from "./control-site.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { backToRealDate, checkout, daysAhead, linkTo, mailbox, mailsTo, moveOnTo } from "./sandbox-time.ts";
import { COHORT_BUILDS, SANDBOX_COHORT } from "./servers.ts";

test.use({ baseURL: SANDBOX_COHORT.origin });
// Both deploy to the same server.
test.describe.configure({ mode: "default" });

test.afterEach(async ({ page }) => {
  await backToRealDate(page);
  await deployBuild(SANDBOX_COHORT, COHORT_BUILDS.unannounced);
});

/** The day that the later build announces. */
function announcedDay(): Day {
  const project = fileURLToPath(new URL("../../", import.meta.url));
  const file = `${project}${COHORT_BUILDS.announced.folder}/content/cohorts/cohort-9.yaml`;
  return (/firstClass: "(.*)"/.exec(readFileSync(file, "utf8"))?.[1] ?? "") as Day;
}

test("a learner without a cohort chooses one, and is dated when a deploy announces it", async ({
  page,
  context,
  browser,
}) => {
  const firstClass = announcedDay();
  const learner = newLearner();
  const mail = mailbox(SANDBOX_COHORT, learner.email);
  const changed = "Your enrolment in Solutions Architect has changed: please check";
  await comeFrom(context, "NG");

  await page.goto("/Signup?course=aws-solutions-architect&plan=two-installments");
  await fillIn(page, { ...learner, course: null });
  await page.getByLabel("Cohort").selectOption("");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await checkout(page, "N105,000").getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  await mail.read(["Receipt: N105,000 for Solutions Architect"]);

  await page.goto(linkTo(SANDBOX_COHORT, learner.email));
  const desk = await (await browser.newContext({ baseURL: SANDBOX_COHORT.origin })).newPage();
  await desk.goto("/desk");
  await desk.getByRole("button", { name: "As staff" }).click();
  await expect(desk.getByRole("heading", { name: "Plans without dates" })).toBeVisible();

  await page.getByRole("button", { name: "Change my details" }).click();
  await page.getByLabel("Cohort").selectOption({ label: "Cohort 9, no date yet" });
  await page.getByRole("button", { name: "Save my details" }).click();
  await mail.read([changed]);

  await deployBuild(SANDBOX_COHORT, COHORT_BUILDS.announced);
  await moveOnTo(page, daysAhead(1));
  await mail.read([changed]);
  expect(mailsTo(SANDBOX_COHORT, learner.email).at(-1)?.text).toContain(dayLabel(firstClass));
  await page.goto("/My-enrolment");
  await expect(page.locator(".charge").filter({ hasText: "payment 2 of 2" })).toContainText(
    dayLabel(dueDay(firstClass, { count: 3, unit: "week" })),
  );
  await desk.reload();
  await expect(desk.getByRole("heading", { name: "Plans without dates" })).toHaveCount(0);
});

test("a learner without a cohort is asked first thing on My enrolment, and joins the next class", async ({
  page,
  context,
}) => {
  const firstClass = announcedDay();
  const learner = newLearner();
  await comeFrom(context, "NG");
  await page.goto("/Signup?course=aws-solutions-architect&plan=two-installments");
  await fillIn(page, { ...learner, course: null });
  await expect(page.getByLabel("Cohort"), "the only open one is chosen").toHaveValue("cohort-9");
  await page.getByLabel("Cohort").selectOption("");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await checkout(page, "N105,000").getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  const mail = mailbox(SANDBOX_COHORT, learner.email);
  await mail.read(["Receipt: N105,000 for Solutions Architect"]);

  await deployBuild(SANDBOX_COHORT, COHORT_BUILDS.announced);
  await moveOnTo(page, daysAhead(2));
  await mail.read([`The next class of Solutions Architect starts on ${dayLabel(firstClass)}`]);
  await page.goto(linkTo(SANDBOX_COHORT, learner.email));
  const question = page.getByRole("region", { name: `The next class starts on ${dayLabel(firstClass)}` });
  await question.getByRole("button", { name: "Join it" }).click();
  await expect(page.getByText(`You’re in the class that starts on ${dayLabel(firstClass)}.`)).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(page.locator(".charge").filter({ hasText: "payment 2 of 2" })).toContainText(
    dayLabel(dueDay(firstClass, { count: 3, unit: "week" })),
  );
});
