import type { BrowserContext, Page } from "@playwright/test";
import fc from "fast-check";
import { comeFrom, expect, test, watchContext } from "./fixtures.ts";

/** The tries, one after the other, because throttled pages side by side would starve each other. */
const TRIES = 3;

/** A throttled phone on a busy machine waits for React well over the usual half minute, in ms. */
const REACT_COMES_MS = 120_000;

/** A text, a number, a choice and a tick, in any order, on a network of any speed. */
const visits = fc.record({
  firstName: fc.stringMatching(/^[a-j]{12}$/),
  phone: fc.stringMatching(/^080\d{8}$/),
  order: fc.shuffledSubarray(["firstName", "phone", "education", "consent"] as const, { minLength: 4 }),
  msBetweenKeys: fc.integer({ min: 0, max: 60 }),
  latency: fc.integer({ min: 0, max: 200 }),
  bytesPerSecond: fc.integer({ min: 60_000, max: 460_000 }),
});
type Visit = typeof visits extends fc.Arbitrary<infer Each> ? Each : never;

const control = (page: Page, name: string) => page.locator(`form [name="${name}"]`).first();

async function enter(page: Page, name: Visit["order"][number], visit: Visit): Promise<void> {
  await control(page, name).focus();
  if (name === "education") await control(page, name).selectOption("Graduate");
  else if (name === "consent") await page.keyboard.press("Space");
  else await page.keyboard.type(visit[name], { delay: visit.msBetweenKeys });
  await expect(control(page, name)).toBeFocused();
}

test("what is entered into Signup while React comes loses neither a character nor the focus", async ({
  browser,
  baseURL,
  unexpected,
  visitor,
  expectedErrors,
}, { repeatEachIndex }) => {
  test.setTimeout(300_000);
  // Phones as slow as these may wait for it too long, which changes nothing of what is typed.
  expectedErrors.push(/The location lookup failed: no answer/);
  for (const visit of fc.sample(visits, { seed: 1 + repeatEachIndex, numRuns: TRIES })) {
    const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
    await watchContext(context, { unexpected, visitor });
    await comeFrom(context, "NG");
    await test.step(JSON.stringify(visit), () => enterWhileReactComes(context, visit));
    await context.close();
  }
});

async function enterWhileReactComes(context: BrowserContext, visit: Visit): Promise<void> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: visit.latency,
    downloadThroughput: visit.bytesPerSecond,
    uploadThroughput: visit.bytesPerSecond,
  });
  await page.goto("/Signup", { waitUntil: "commit" });
  for (const name of visit.order) await enter(page, name, visit);
  await expect(page.locator("#register-needs")).toContainText("Still needed", { timeout: REACT_COMES_MS });
  await expect(control(page, visit.order.at(-1) ?? "")).toBeFocused();
  await expect(control(page, "firstName")).toHaveValue(visit.firstName);
  // React formats it.
  expect((await control(page, "phone").inputValue()).replace(/\D/g, "")).toBe(visit.phone);
  await expect(control(page, "education")).toHaveValue("Graduate");
  await expect(control(page, "consent")).toBeChecked();
}
