import type { Page } from "@playwright/test";
import { dayLabel, dayOf } from "~/domain/dates/day.ts";
import { expect, storedMails, test, unique, withDatabase } from "./fixtures.ts";
import { SANDBOX_AHEAD } from "./servers.ts";

test.use({ baseURL: SANDBOX_AHEAD.origin });
// They set one clock.
test.describe.configure({ mode: "serial" });

const DAY_MS = 86_400_000;
/** The day in Lagos, so many days from now. */
const daysAhead = (days: number) => dayOf(new Date(Date.now() + 3_600_000 + days * DAY_MS));

async function setDate(page: Page, day: string): Promise<void> {
  await page.getByLabel("Date that the edge goes by").fill(day);
  await page.getByRole("button", { name: "Set the date" }).click();
}

test("the date set at /sandbox is what the edge goes by, until it is set back", async ({ page }) => {
  await page.goto("/sandbox");
  await expect(page.getByText(`${dayLabel(daysAhead(0))} in Lagos.`)).toBeVisible();
  await setDate(page, daysAhead(3));
  await expect(page).toHaveURL("/sandbox");
  await expect(
    page.getByText(`${dayLabel(daysAhead(3))} in Lagos, which is not the real date.`),
  ).toBeVisible();
  const word = unique("later");
  const sent = await page.request.post("/prod/mailing", {
    data: {
      config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
      body: { subject: "Newsletter", message: `<p>${word}</p>` },
    },
  });
  expect(sent.status()).toBe(202);
  const created = withDatabase(SANDBOX_AHEAD, { readOnly: true }, (database) =>
    database.prepare("SELECT created_at FROM mails WHERE message LIKE ?").get(`%${word}%`),
  );
  expect(String(created?.created_at)).toContain(daysAhead(3));

  await page.getByRole("button", { name: "Back to the real date" }).click();
  await expect(page.getByText(`${dayLabel(daysAhead(0))} in Lagos.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to the real date" })).toHaveCount(0);
});

test("each day on the way to the date that is set does what is due on it", async ({ page }) => {
  const compared = () =>
    withDatabase(SANDBOX_AHEAD, { readOnly: true }, (database) =>
      database
        .prepare(
          "SELECT day, state FROM reconciliations WHERE provider = 'paystack' AND day >= ? ORDER BY day",
        )
        .all(daysAhead(3)),
    );
  await page.goto("/sandbox");
  await setDate(page, daysAhead(6));
  await expect(page.getByText(dayLabel(daysAhead(6)))).toBeVisible();
  expect(compared()).toEqual([3, 4, 5].map((days) => ({ day: daysAhead(days), state: "finished" })));
  expect(storedMails("The comparison with a provider's books", SANDBOX_AHEAD)).toEqual([]);
  await page.getByRole("button", { name: "Back to the real date" }).click();
});

test("the date cannot be set back to an earlier day", async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  await page.goto("/sandbox");
  await page.getByLabel("Date that the edge goes by").evaluate((field) => field.removeAttribute("min"));
  await setDate(page, daysAhead(-1));
  await expect(page.getByText(/^Choose a day from /)).toBeVisible();
  await expect(page.getByLabel("Date that the edge goes by")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(`${dayLabel(daysAhead(0))} in Lagos.`)).toBeVisible();
});
