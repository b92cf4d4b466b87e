import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { expect } from "./fixtures.ts";

/** What the learner does. @returns the link they send */
export async function makeSponsorLink(page: Page, lastName: string): Promise<string> {
  const make = page.getByRole("button", { name: "Make the link" });
  await page.goto("/Signup");
  await page.getByText("Does somebody abroad pay for you?").click();
  await expect(make).toBeDisabled();
  await fillIn(page, { ...ADA, lastName });
  await make.click();
  return page.getByLabel("Link for your sponsor").inputValue();
}
