import type { BrowserContext, Page } from "@playwright/test";
import { comeFrom, expect, test, watchContext } from "./fixtures.ts";

/** Five tries each, one after the other: throttled pages side by side would starve each other. */
const SERIES = [1, 2, 3, 4];
const TRIES = 5;

/** A throttled phone on a busy machine waits for React well over the usual half minute, in ms. */
const REACT_COMES_MS = 120_000;

type Random = () => number;

/** The same numbers for the same seed, from 0 up to 1. */
function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const some = (random: Random, characters: string, count: number) =>
  Array.from({ length: count }, () => characters[Math.floor(random() * characters.length)]).join("");

interface Entry {
  readonly name: string;
  enter(page: Page): Promise<void>;
  /** What the field then holds. */
  readonly held: string;
}

const control = (page: Page, name: string) => page.locator(`form [name="${name}"]`).first();

function typed(name: string, text: string, random: Random): Entry {
  return {
    name,
    held: text,
    async enter(page) {
      await control(page, name).focus();
      for (const key of text) await page.keyboard.press(key, { delay: random() * 60 });
    },
  };
}

/** A text, a number, a choice and a tick, in any order. */
function entries(random: Random): Entry[] {
  const all: Entry[] = [
    typed("firstName", some(random, "abcdefghij", 12), random),
    typed("phone", `080${some(random, "0123456789", 8)}`, random),
    {
      name: "education",
      held: "Graduate",
      async enter(page) {
        await control(page, "education").focus();
        await control(page, "education").selectOption("Graduate");
      },
    },
    {
      name: "consent",
      held: "true",
      async enter(page) {
        await control(page, "consent").focus();
        await page.keyboard.press("Space");
      },
    },
  ];
  return all
    .map((entry) => ({ entry, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

/** What a field holds, of a number only what was typed. */
async function heldBy(page: Page, name: string): Promise<string> {
  const field = control(page, name);
  if (name === "consent") return `${await field.isChecked()}`;
  const value = await field.inputValue();
  return name === "phone" ? value.replace(/\D/g, "") : value;
}

for (const series of SERIES) {
  test(`what is entered into Signup on a slow phone while React comes loses neither a character nor the focus, series ${series}`, async ({
    browser,
    baseURL,
    unexpected,
    visitor,
    expectedErrors,
  }, { repeatEachIndex }) => {
    test.setTimeout(300_000);
    // Phones as slow as these may wait for it too long, which changes nothing of what is typed.
    expectedErrors.push(/The location lookup failed: signal timed out/);
    for (let index = 0; index < TRIES; index++) {
      const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
      await watchContext(context, { unexpected, visitor });
      await comeFrom(context, "NG");
      await enterWhileReactComes(context, 1000 * repeatEachIndex + 10 * series + index + 1);
      await context.close();
    }
  });
}

async function enterWhileReactComes(context: BrowserContext, seed: number): Promise<void> {
  const random = randomOf(seed);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await devTools.send("Network.enable");
  const speed = 60_000 + random() * 400_000;
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: random() * 200,
    downloadThroughput: speed,
    uploadThroughput: speed,
  });
  await page.goto("/Signup", { waitUntil: "commit" });
  const chosen = entries(random);
  for (const entry of chosen) {
    await entry.enter(page);
    await expect(control(page, entry.name), `${entry.name}, seed ${seed}`).toBeFocused();
  }
  await expect(page.locator("#register-needs")).toContainText("Still needed", { timeout: REACT_COMES_MS });
  await expect(control(page, chosen.at(-1)?.name ?? ""), `seed ${seed}`).toBeFocused();
  for (const { name, held } of chosen) expect(await heldBy(page, name), `${name}, seed ${seed}`).toBe(held);
}
