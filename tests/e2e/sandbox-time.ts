import type { Page } from "@playwright/test";
import { type Day, dayLabel, dayOf } from "~/domain/dates/day.ts";
import { expect, readDatabase } from "./fixtures.ts";

const DAY_MS = 86_400_000;

/** The day in Lagos, so many days from now. */
export const daysAhead = (days: number): Day => dayOf(new Date(Date.now() + 3_600_000 + days * DAY_MS));

/** Sets the date of the sandbox's edge, on its own page. */
export async function setDate(page: Page, day: string): Promise<void> {
  await page.getByLabel("Today's date").fill(day);
  await page.getByRole("button", { name: "Set the date" }).click();
}

/** Opens the sandbox's page and sets its date, by way of each day in between. */
export async function moveOnTo(page: Page, day: Day): Promise<void> {
  await page.goto("/sandbox");
  await setDate(page, day);
  await expect(page.getByText(`${dayLabel(day)} in Lagos`)).toBeVisible({ timeout: 120_000 });
}

export async function backToRealDate(page: Page): Promise<void> {
  await page.goto("/sandbox");
  await page.getByRole("button", { name: "Back to the real date" }).click();
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
