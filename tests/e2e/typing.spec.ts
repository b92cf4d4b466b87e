import type { Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";

/** A throttled phone on a busy machine waits for React well over the usual half minute, in ms. */
const REACT_COMES_MS = 120_000;

test.use({ viewport: { width: 360, height: 740 } });

const control = (page: Page, name: string) => page.locator(`form [name="${name}"]`).first();

test("what is entered into Signup while React comes loses neither a character nor the focus", async ({
  page,
  context,
  expectedErrors,
}) => {
  test.setTimeout(300_000);
  // On a phone this slow the location lookup may time out. What is typed stays the same.
  expectedErrors.push(/The location lookup failed: no answer/);
  await comeFrom(context, "NG");
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 150_000,
    uploadThroughput: 150_000,
  });
  await page.goto("/Signup", { waitUntil: "commit" });
  await control(page, "consent").focus();
  await page.keyboard.press("Space");
  await control(page, "education").selectOption("Graduate");
  for (const [name, text] of [
    ["phone", "08031234567"],
    ["firstName", "abcdefghijabcdefghij"],
  ] as const) {
    await control(page, name).focus();
    await page.keyboard.type(text, { delay: 30 });
    await expect(control(page, name)).toBeFocused();
  }
  await expect(page.locator("#register-needs")).toContainText("Still needed", { timeout: REACT_COMES_MS });
  await expect(control(page, "firstName")).toBeFocused();
  await expect(control(page, "firstName")).toHaveValue("abcdefghijabcdefghij");
  // React formats it.
  expect((await control(page, "phone").inputValue()).replace(/\D/g, "")).toBe("08031234567");
  await expect(control(page, "education")).toHaveValue("Graduate");
  await expect(control(page, "consent")).toBeChecked();
});
