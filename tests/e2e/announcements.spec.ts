import { wakeForm } from "../fixtures/registration-form.ts";
import { announced, readingOrder } from "./ax-tree.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

for (const [path, wrong] of [
  ["/Signup", /Enter an email address like/],
  ["/Contact", /Enter an email address like name@example\.com/],
] as const) {
  test(`an incomplete e-mail address on ${path} is announced when its field is left`, async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto(path);
    const field = page.getByRole("main").getByLabel("Email Address");
    if (path === "/Signup") await wakeForm(page);
    await expect(page.locator("astro-island[client=load][ssr]")).toHaveCount(0);
    await field.fill("ada@example");
    await field.press("Tab");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect(announced(await readingOrder(page), "polite")).toMatch(wrong);
  });
}
