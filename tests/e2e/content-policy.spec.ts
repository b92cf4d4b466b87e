import { comeFrom, expect, test } from "./fixtures.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

/** What somebody may try to slip into a page, and what the browser says to it. */
const SLIPPED_IN = [
  {
    what: "an inline script",
    refused: "script-src-elem refused inline",
    html: `<script>window.slippedIn = true</script>`,
  },
  {
    what: "a handler in an attribute",
    refused: "script-src-attr refused inline",
    html: `<button onclick="window.slippedIn = true">Click</button>`,
  },
  {
    what: "a script from elsewhere",
    refused: "script-src-elem refused https://evil.example/a.js",
    html: `<script src="https://evil.example/a.js"></script>`,
  },
  {
    what: "a frame",
    refused: "frame-src refused https://evil.example",
    html: `<iframe src="https://evil.example/"></iframe>`,
  },
  {
    what: "a plug-in",
    refused: "object-src refused https://evil.example",
    html: `<object data="https://evil.example/a.swf"></object>`,
  },
  {
    what: "another base for the page's links",
    refused: "base-uri refused https://evil.example",
    html: `<base href="https://evil.example/">`,
  },
] as const;

test("what is slipped into a page is refused and reported; a text page takes no style from elsewhere and runs no payment provider's script either", async ({
  page,
  unexpected,
  expectedErrors,
}) => {
  expectedErrors.push(/Content Security Policy/);
  const expectRefused = (words: string) =>
    expect.poll(() => unexpected.join("\n")).toContain(`Content Security Policy: ${words}`);
  for (const path of ["/Signup", "/About"]) {
    await page.goto(path);
    for (const { what, refused, html } of SLIPPED_IN) {
      await test.step(`${what} on ${path}`, async () => {
        await page.evaluate((markup) => {
          const made = document.createRange().createContextualFragment(markup).firstElementChild;
          if (!made) return;
          document.body.append(made);
          if (made instanceof HTMLElement) made.click();
        }, html);
        await expectRefused(refused);
        expect.soft(await page.evaluate(() => "slippedIn" in window), what).toBe(false);
      });
    }
    unexpected.length = 0;
  }

  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
  });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectRefused("style-src-elem refused inline");
  for (const address of ["https://www.paypal.com/sdk/js", "https://js.paystack.co/v2/inline.js"]) {
    await page.evaluate((src) => {
      document.head.append(Object.assign(document.createElement("script"), { src }));
    }, address);
    await expectRefused(`script-src-elem refused ${address}`);
  }
});
