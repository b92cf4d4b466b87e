import { expect, readDatabase, test } from "./fixtures.ts";
import { startEnrolment } from "./new-enrolment.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

test("the sandbox's portal lists who has paid with their access, and can be taken down", async ({ page }) => {
  const { reference, email } = await startEnrolment(page.request);
  const checkout = readDatabase(SANDBOX, (database) =>
    database.prepare("SELECT checkout_url AS url FROM payments WHERE reference = ?").get(reference),
  );
  await page.goto(String(checkout?.url));
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const learner = page.getByRole("listitem").filter({ hasText: email });
  await expect(async () => {
    await page.goto("/sandbox/portal");
    await expect(learner).toContainText("active", { timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Take it down" }).click();
  await expect(page.getByText("It is down")).toBeVisible();
  await page.getByRole("button", { name: "Let it work again" }).click();
  await expect(page.getByText("It is up.")).toBeVisible();
});
