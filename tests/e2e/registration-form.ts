import type { Page } from "@playwright/test";

/** What the visitor types; a test changes what it is about. */
export interface Typed {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  whatsapp: string;
  country: string;
  state: string | null;
  course: string | null;
}

export const ADA: Typed = {
  firstName: "Ada",
  lastName: "Obi",
  email: "ada@example.com",
  phone: "08031234567",
  whatsapp: "08037654321",
  country: "Nigeria",
  state: "Lagos",
  course: "DevOps Foundational",
};

/** Fills in the whole form as a person would, field by field. */
export async function fillIn(page: Page, typed: Typed): Promise<void> {
  if (typed.course) await page.getByLabel("Course", { exact: true }).selectOption(typed.course);
  await page.getByLabel("Cohort").selectOption({ index: 1 });
  await page.getByLabel("First Name").fill(typed.firstName);
  await page.getByLabel("Last Name").fill(typed.lastName);
  await page.getByLabel("Email Address").fill(typed.email);
  await page.getByLabel("Phone Number", { exact: true }).fill(typed.phone);
  await page.getByLabel("WhatsApp Number", { exact: true }).fill(typed.whatsapp);
  await page.getByLabel("Country", { exact: true }).selectOption(typed.country);
  if (typed.state) await page.getByLabel("State").selectOption(typed.state);
  await page.getByLabel("Age").selectOption("25-29");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Education").selectOption("Graduate");
  await page.getByRole("checkbox", { name: /^I agree that the academy/ }).check();
}
