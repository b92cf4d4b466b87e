import { changeDatabase } from "./control-site.ts";
import { expect, readDatabase, test } from "./fixtures.ts";
import { paidEnrolment, startEnrolment } from "./new-enrolment.ts";
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

test("a new e-mail address takes effect once confirmed, and this browser keeps its access", async ({
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

test("missing details are named and filled in, and a wrong number is refused at its field", async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  const { link, email } = await startEnrolment(request, { cohort: "" });
  // An enrolment that was made from a provider's report alone lacks these details.
  await changeDatabase(SITE, [
    `UPDATE enrolments SET learner = json_set(learner, '$.firstName', '', '$.phone', '')
     WHERE learner ->> 'email' = ?`,
    email,
  ]);
  const change = page.getByRole("button", { name: "Change my details" });
  const save = page.getByRole("button", { name: "Save my details" });
  await page.goto(link);
  await expect(page.getByText("Still missing: First Name, Phone Number")).toBeVisible();
  await change.click();
  await page.getByLabel("First Name").fill("<b>Ada</b>");
  await page.getByLabel("Phone Number").fill("+2348031112222");
  const whatsapp = page.getByLabel("WhatsApp Number");
  await whatsapp.fill("0803 9999 0000");
  await save.click();
  await expect(whatsapp).toHaveAccessibleDescription(/Check this WhatsApp number and its country code/);
  await expect(whatsapp).toBeFocused();
  await whatsapp.fill("0803 999 0000");
  await save.click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(change).toBeFocused();
  await expect(page.getByText("Still missing")).toBeHidden();
  await expect(page.getByRole("region", { name: "DevOps Full" }), "what was typed is text").toContainText(
    "<b>Ada</b> Obi",
  );
});

test("a learner under age is asked for a guardian, who has to consent", async ({ page, request }) => {
  await page.goto((await paidEnrolment(request)).link);
  await page.getByRole("button", { name: "Change my details" }).click();
  await page.getByLabel("Age", { exact: true }).selectOption("Under 18");
  await page.getByLabel("Guardian's name").fill("Ngozi Obi");
  const save = page.getByRole("button", { name: "Save my details" });
  await save.click();
  const contact = page.getByLabel("Guardian's phone or e-mail");
  await expect(contact).toBeFocused();
  await expect(contact).toHaveAccessibleDescription(/Enter your guardian's phone number or email address/);
  const consent = page.getByLabel("I am the parent or guardian");
  await expect(consent).toHaveAccessibleDescription(/Ask your guardian to tick this box/);
  await consent.check();
  await contact.fill("ngozi@example.com");
  await save.click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});
