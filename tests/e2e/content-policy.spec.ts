import { comeFrom, expect, test } from "./fixtures.ts";

/** The attempts to slip code into a page, and the browser's message for each. */
const SLIPPED_IN = [
  ["script-src-elem refused inline", "<script>window.slippedIn = true</script>"],
  ["script-src-attr refused inline", `<button onclick="window.slippedIn = true">Click</button>`],
  ["script-src-elem refused https://evil.example/a.js", `<script src="https://evil.example/a.js"></script>`],
  ["frame-src refused https://evil.example", `<iframe src="https://evil.example/"></iframe>`],
  ["object-src refused https://evil.example", `<object data="https://evil.example/a.swf"></object>`],
  ["base-uri refused https://evil.example", `<base href="https://evil.example/">`],
] as const;

/** Waits until the browser has reported a refusal. */
const expectRefused = (reports: readonly string[], refusal: string) =>
  expect.poll(() => reports.join("\n")).toContain(`Content Security Policy: ${refusal}`);

test("code that is slipped into a page is refused by the content policy and reported", async ({
  page,
  context,
  unexpected,
  expectedErrors,
}) => {
  await comeFrom(context, "NG");
  expectedErrors.push(/Content Security Policy/);
  for (const path of ["/Signup", "/About"]) {
    await page.goto(path);
    for (const [refused, html] of SLIPPED_IN) {
      await test.step(`${path}: ${refused}`, async () => {
        await page.evaluate((markup) => {
          const element = document.createRange().createContextualFragment(markup).firstElementChild;
          if (!element) return;
          document.body.append(element);
          if (element instanceof HTMLElement) element.click();
        }, html);
        await expectRefused(unexpected, refused);
        expect.soft(await page.evaluate(() => "slippedIn" in window)).toBe(false);
      });
    }
    // The next page has to report its refusals itself.
    unexpected.length = 0;
  }

  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
  });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectRefused(unexpected, "style-src-elem refused inline");
});

test("a page without payments refuses the scripts of the payment providers", async ({
  page,
  context,
  unexpected,
  expectedErrors,
}) => {
  await comeFrom(context, "NG");
  expectedErrors.push(/Content Security Policy/);
  await page.goto("/About");
  for (const address of ["https://www.paypal.com/sdk/js", "https://js.paystack.co/v2/inline.js"]) {
    await page.evaluate((src) => {
      document.head.append(Object.assign(document.createElement("script"), { src }));
    }, address);
    await expectRefused(unexpected, `script-src-elem refused ${address}`);
  }
});
