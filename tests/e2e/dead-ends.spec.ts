import type { Locator } from "@playwright/test";
import { academy } from "./academy.ts";
import { expect, test } from "./fixtures.ts";
import { standInForMail } from "./mail-stand-in.ts";
import { startEnrolment } from "./new-enrolment.ts";
import { openHome } from "./open-home.ts";

/** The first message that a WhatsApp link brings along. */
async function messageOf(link: Locator): Promise<string> {
  await expect(link).toBeVisible();
  const url = new URL((await link.getAttribute("href")) ?? "");
  expect(url.origin + url.pathname).toBe(`https://wa.me/${academy.whatsapp.number}`);
  return url.searchParams.get("text") ?? "";
}

test("what is missing, does not load or is refused leads to a chat, which names no address", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (404|500)/, /was not accepted/);
  const chat = (name: string) => messageOf(page.getByRole("link", { name }));
  await page.goto("/old/flyer?name=Ada");
  expect(await chat("Tell us on WhatsApp")).toBe("Hello, a link led me to a page that does not exist.");
  await page.goto("/Single-course?course=blockchain");
  expect(await chat("ask us on WhatsApp")).toBe(
    "Hello, I am looking for a course that is not on your website.",
  );
  await page.goto("/offline");
  expect(await chat("write it now")).toContain("I have no network");
  const failed = page.locator("[data-load-failed]");
  await failed.evaluate((part) => part.removeAttribute("hidden"));
  expect(await messageOf(failed.getByRole("link", { name: "WhatsApp" }))).toBe(
    "Hello, a page does not load.\nPage: You’re offline",
  );

  await standInForMail(page, { status: 500 });
  await openHome(page);
  const newsletter = page.getByRole("form", { name: "Newsletter" });
  await newsletter.scrollIntoViewIfNeeded();
  await newsletter.getByLabel("Email Address").fill("ada@example.com");
  await newsletter.getByRole("button", { name: "Sign up" }).click();
  expect(await messageOf(newsletter.getByRole("link", { name: "tell us on WhatsApp" }))).toBe(
    "Hello, the newsletter form refused me.",
  );
});

test("a link whose number sign a mail program has encoded opens, and leaves the address", async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const { link } = await startEnrolment(request, {});
  await page.goto(`${link.replace("#", "%23")}).`);
  await expect(page.getByRole("heading", { level: 2, name: "DevOps Full" })).toBeVisible();
  expect(page.url()).toMatch(/\/My-enrolment$/);
  await page.goBack();
  expect(page.url(), "no entry of the history has it").not.toContain("ENR-");
});
