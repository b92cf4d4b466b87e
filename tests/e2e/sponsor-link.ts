import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import type { StartedEnrolment } from "./new-enrolment.ts";

/** What the learner does on My enrolment. @returns the link they send */
export async function makeSponsorLink(page: Page, { link }: StartedEnrolment): Promise<string> {
  await page.goto(link);
  await page.getByRole("button", { name: "Ask somebody else to pay" }).click();
  const made = page.getByLabel("Link for the person who pays");
  await expect(made).toBeFocused();
  return made.inputValue();
}
