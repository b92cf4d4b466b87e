import type { Locator, Page } from "@playwright/test";
import { addDays, type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { expect, readDatabase } from "./fixtures.ts";

/** The day in Lagos, so many days from now. */
export const daysAhead = (days: number): Day => addDays(lagosDay(new Date()), days);

/** The sandbox's checkout for a payment. */
export function checkout(page: Page, amount: string): Locator {
  return page.getByRole("dialog", { name: `Pay ${amount}`, exact: true });
}

/** Opens the sandbox's page and sets its date, by way of each day in between. */
export async function moveOnTo(page: Page, day: Day): Promise<void> {
  await page.goto("/sandbox");
  await page.getByLabel("Today's date").fill(day);
  await page.getByRole("button", { name: "Set the date" }).click();
  await expect(page.getByText(`${dayLabel(day)} in Lagos`)).toBeVisible({ timeout: 120_000 });
}

export async function backToRealDate(page: Page): Promise<void> {
  await page.goto("/sandbox");
  await page.getByRole("button", { name: "Back to the real date" }).click();
  await expect(page.getByText(`${dayLabel(daysAhead(0))} in Lagos.`)).toBeVisible();
}

interface LearnerMail {
  readonly id: number;
  readonly subject: string;
  readonly text: string;
}

/** The mails to a learner or payer that a site stored, in the order in which they came. */
export function mailsTo(server: { folder: string }, address: string): LearnerMail[] {
  return readDatabase(server, (database) =>
    database
      .prepare(
        `SELECT id, subject, plain_text AS text FROM mails
         WHERE to_address = ? AND idempotency_key LIKE 'learner:%' ORDER BY id`,
      )
      .all(address),
  ) as unknown as LearnerMail[];
}

/** Somebody's mailbox: what has come since it was read last. */
export function mailbox(server: { folder: string }, address: string) {
  let lastRead = 0;
  return {
    subjects: () =>
      mailsTo(server, address)
        .filter(({ id }) => id > lastRead)
        .map(({ subject }) => subject),
    async read(subjects: readonly string[]) {
      await expect.poll(this.subjects).toEqual(subjects);
      lastRead = mailsTo(server, address).at(-1)?.id ?? lastRead;
    },
  };
}

/** Opens My enrolment: in the first mail to somebody. */
export function linkTo(server: { folder: string }, address: string): string {
  const [link = ""] = /\/My-enrolment#\S+/.exec(mailsTo(server, address)[0]?.text ?? "") ?? [];
  return link;
}
