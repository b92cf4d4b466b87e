import { expect, readDatabase, test } from "./fixtures.ts";
import { paidEnrolment } from "./new-enrolment.ts";
import { SITE } from "./servers.ts";

/** The link in the latest mail that asks to confirm an address. */
function confirmationOf(email: string): string {
  const mail = readDatabase(SITE, (database) =>
    database
      .prepare("SELECT plain_text AS text FROM mails WHERE to_address = ? ORDER BY id DESC LIMIT 1")
      .get(email),
  );
  return /\/prod\/addresses\/[\w-]{22}/.exec(String(mail?.text))?.[0] ?? "none";
}

test("a learner's new e-mail address waits for its owner and keeps this browser's link", async ({
  page,
  request,
}) => {
  const { link, email } = await paidEnrolment(request);
  const next = `new.${email}`;
  const waiting = page.getByText("Waiting for you to confirm");
  await page.goto(link);
  await page.getByRole("button", { name: "Change my details" }).click();
  await page.getByLabel("Email Address").fill(next);
  await page.getByRole("button", { name: "Save my details" }).click();
  await expect(waiting).toBeVisible();
  await page.getByRole("button", { name: "Keep the old one" }).click();
  await expect(waiting).toBeHidden();
  await page.getByRole("button", { name: "Change my details" }).click();
  await page.getByLabel("Email Address").fill(next);
  await page.getByRole("button", { name: "Save my details" }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("We’ve sent it again.")).toBeVisible();
  await page.goto(confirmationOf(next));
  await expect(page.getByRole("banner").getByRole("link", { name: "Courses" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Thank you, it's confirmed" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "My enrolment" }).click();
  await expect(page.getByRole("region", { name: "Your details" }).getByText(next)).toBeVisible();
  await expect(waiting).toBeHidden();
});
