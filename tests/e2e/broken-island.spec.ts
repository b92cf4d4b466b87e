import { comeFrom, expect, test } from "./fixtures.ts";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
});

test("a form whose code does not arrive says so and tells what to do", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Error hydrating/);
  await context.route(/\/_astro\/SignupForm\..*\.js/, (route) => route.abort());
  await page.goto("/Signup");
  const alert = page.getByRole("alert").filter({ hasText: "Loading chunk failed" });
  await expect(alert).toContainText("Check your connection, then load the page again");
  await expect(alert.getByRole("link", { name: "write to us" })).toHaveAttribute("href", /^mailto:/);
});

test("a form that breaks while it is used says so, and offers a reload and the ways to reach us", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/broken on purpose/);
  await page.goto("/Signup");
  await expect(page.getByLabel("First Name")).toBeEnabled();
  await page.evaluate(() => {
    String.prototype.trim = () => {
      throw new Error("broken on purpose");
    };
  });
  await page.getByLabel("First Name").pressSequentially("A");
  const alert = page.getByRole("alert").filter({ hasText: "Unexpected Application Error!" });
  await expect(alert.getByRole("button", { name: "Load the page again" })).toBeVisible();
  await expect(alert.getByRole("link", { name: "WhatsApp" })).toBeVisible();
});
