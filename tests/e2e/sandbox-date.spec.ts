import { addDays, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { changeDatabase } from "./control-site.ts";
import { expect, test } from "./fixtures.ts";
import { mailsTo } from "./learner-mails.ts";
import { payInSandbox, startEnrolment } from "./new-enrolment.ts";
import { SANDBOX_AHEAD } from "./servers.ts";

test.use({ baseURL: SANDBOX_AHEAD.origin });
// Three sweeps for each day.
test.describe.configure({ timeout: 300_000 });

test("a sandbox whose date is set ahead reminds a learner, and takes the payment of that day", async ({
  page,
}) => {
  const today = lagosDay(new Date());
  const dueOn = addDays(today, 1);
  const started = await startEnrolment(page.request);
  const { id, email, link } = started;
  await changeDatabase(SANDBOX_AHEAD, [
    "UPDATE charges SET due_on = ? WHERE enrolment_id = ? AND number = 2",
    dueOn,
    id,
  ]);
  await payInSandbox(page.request, started);
  await page.goto("/sandbox");
  await page.getByLabel("Today's date").fill(dueOn);
  await page.getByRole("button", { name: "Set the date" }).click();
  await expect(page.getByText(`${dayLabel(dueOn)} in Lagos`)).toBeVisible();
  const subjects = () => mailsTo(SANDBOX_AHEAD, email).map(({ subject }) => subject);
  await expect.poll(subjects).toContain("Due today: N70,000 for DevOps Full");

  await page.goto(link);
  await page.getByRole("button", { name: "Pay N70,000", exact: true }).click();
  const checkout = page.getByRole("dialog", { name: "Pay N70,000", exact: true });
  await checkout.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  await expect.poll(subjects).toContain("Receipt: N70,000 for DevOps Full");

  await page.goto("/sandbox");
  await page.getByRole("button", { name: "Back to the real date" }).click();
  await expect(page.getByText(`${dayLabel(today)} in Lagos.`)).toBeVisible();
});
