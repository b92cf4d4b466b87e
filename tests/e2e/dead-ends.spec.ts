import type { Locator, Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { openHome } from "./open-home.ts";
import { payButton } from "./price-cards.ts";

/** The first message that a WhatsApp link brings along. */
async function messageOf(link: Locator): Promise<string> {
  await expect(link).toBeVisible();
  const url = new URL((await link.getAttribute("href")) ?? "");
  expect(url.origin + url.pathname).toBe(`https://wa.me/${academy.whatsapp.number}`);
  return url.searchParams.get("text") ?? "";
}

const chat = (within: Page | Locator) => within.getByRole("link", { name: "WhatsApp" });

test("a payment that failed leads to a chat that names course, plan, amount, reference and reason, and no person", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  await page.goto("/Pricing");
  await payButton(page, "Enroll Now", "DevOps Full", "Five Installments").click();
  await page.getByLabel("Please Input Your Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Pay Now" }).click();
  const { reference } = await paystackParams(page);
  await paystackFrame(page).getByRole("button", { name: "Close checkout" }).click();
  const dialog = page.getByRole("dialog", { name: "Your payment has not been received yet" });
  expect(await messageOf(chat(dialog))).toBe(
    [
      "Hello, I could not pay: the payment window was closed.",
      "Course: DevOps Full",
      "Plan: Five Installments",
      "Amount: N194,000",
      `Reference: ${reference}`,
    ].join("\n"),
  );
});

test("a form that refuses a field leads to a chat that names the field and the course, not what was typed", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/Signup");
  await fillIn(page, { ...ADA, phone: "080312" });
  await page.getByRole("button", { name: "Register" }).click();
  const form = page.getByRole("form", { name: "Fill in details before payment" });
  expect(await messageOf(chat(form))).toBe(
    "Hello, the registration form does not take my Phone Number.\nCourse: DevOps Foundational",
  );
});

test("a contact form or a newsletter that the server refused leads to a chat", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/, /was not accepted/);
  await context.route("**/prod/mailing", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/Contact");
  for (const name of ["First Name", "Last Name", "Message"]) {
    await page.getByRole("textbox", { name }).fill("Ada");
  }
  await page.getByLabel("Email Address").fill("ada@example.com");
  await page.getByLabel("Phone Number").fill("08031234567");
  await page.getByRole("button", { name: "Send Message" }).click();
  const contact = page.getByRole("form", { name: "Message to the academy" });
  expect(await messageOf(chat(contact))).toMatch(/^Hello, the contact form refused my message/);

  await openHome(page);
  const newsletter = page.getByRole("form", { name: "Newsletter" });
  await newsletter.scrollIntoViewIfNeeded();
  await newsletter.getByLabel("Email Address").fill("ada@example.com");
  await newsletter.getByRole("button", { name: "Sign up" }).click();
  expect(await messageOf(newsletter.getByRole("link", { name: "tell us on WhatsApp" }))).toBe(
    "Hello, the newsletter form refused me.",
  );
});

test("what does not exist, does not load or has no network leads to a chat, which names an address without its query", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await page.goto("/old/flyer?name=Ada");
  expect(await messageOf(page.getByRole("link", { name: "Tell us on WhatsApp" }))).toBe(
    "Hello, a link led me to a page that does not exist.\nPage: /old/flyer",
  );
  await page.goto("/Single-course?course=blockchain");
  expect(await messageOf(page.getByRole("link", { name: "ask us on WhatsApp" }))).toBe(
    "Hello, I am looking for a course that is not on your website.",
  );
  await page.goto("/offline");
  expect(await messageOf(page.getByRole("link", { name: "write it now" }))).toContain("I have no network");
  const failed = page.locator("[data-load-failed]");
  await failed.evaluate((part) => part.removeAttribute("hidden"));
  expect(await messageOf(failed.getByRole("link", { name: "WhatsApp" }))).toBe(
    "Hello, a page does not load.\nPage: You’re offline",
  );
});
