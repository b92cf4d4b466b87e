import { expect, test } from "./fixtures.ts";
import { paidInSandbox } from "./new-enrolment.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

test("the sandbox's portal lists who has paid with their access, and can be taken down", async ({ page }) => {
  const { email } = await paidInSandbox(page.request);
  const learner = page.getByRole("listitem").filter({ hasText: email });
  await expect(async () => {
    await page.goto("/sandbox/portal");
    expect(await learner.allTextContents()).toEqual([expect.stringContaining("active")]);
  }).toPass();
  await page.getByRole("button", { name: "Take it down" }).click();
  await expect(page.getByText("It is down")).toBeVisible();
  await page.getByRole("button", { name: "Let it work again" }).click();
  await expect(page.getByText("It is up.")).toBeVisible();
});
