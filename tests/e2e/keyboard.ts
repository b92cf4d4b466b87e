import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

/** More presses of Tab than any page needs. */
const MOST_STOPS = 150;

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < MOST_STOPS && !(await isThere()); presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Goes to a button and presses it. */
export async function pressAt(page: Page, name: string, key = "Enter"): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press(key);
}

/** Goes to a field and types; in a list, that chooses what begins so. */
export async function typeAt(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, field(page, label));
  await page.keyboard.type(text);
}

/** Presses Tab all the way round; the focus may go to the browser's own controls, but to nothing else of the page. */
export async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  const controls = dialog.locator("a[href], button, input:not([hidden]), select, textarea");
  for (let presses = (await controls.count()) + 2; presses > 0; presses--) {
    await page.keyboard.press("Tab");
    const isInside = await dialog.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    );
    expect(isInside, "the focus is inside the dialog").toBe(true);
  }
}

/** The faults on the way through a page, one line each. */
interface Walk {
  /** Stops whose focus cannot be seen, and stops that lie under something else. */
  readonly unseen: readonly string[];
  /** Controls that Tab never reaches. */
  readonly missed: readonly string[];
}

/** Goes through the page with Tab alone, from its beginning. */
export async function walk(page: Page): Promise<Walk> {
  await page.locator(".skip-link").focus();
  await page.keyboard.press("Shift+Tab");
  return walkWithin(page, "body");
}

/** Walks through a page's content alone, since the frame around it is the same on every page. */
export async function walkContent(page: Page): Promise<Walk> {
  await page.locator("main").focus();
  return walkWithin(page, "main");
}

async function walkWithin(page: Page, within: "body" | "main"): Promise<Walk> {
  const unseen: string[] = [];
  await page.locator("[data-reached]").evaluateAll((reached: HTMLElement[]) => {
    for (const element of reached) delete element.dataset.reached;
  });
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const wrong = await page.evaluate(lookAtFocus, within);
    if (!wrong) return { unseen, missed: await page.evaluate(neverReached, within) };
    unseen.push(...wrong);
  }
  return { unseen, missed: ["the end of the page"] };
}

/** Runs in the page. @returns null once the focus has left that part of the page or started again. */
function lookAtFocus(within: string): string[] | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body || !element.closest(within)) return null;
  // Day, month, year and the calendar of a date are a stop each; a film's own buttons are as many as the browser has.
  const isDate = element instanceof HTMLInputElement && element.type === "date";
  const partStops = isDate ? 4 : 1;
  const stops = element instanceof HTMLVideoElement ? 12 : partStops;
  const reached = Number(element.dataset.reached ?? 0);
  if (reached >= stops) return null;
  element.dataset.reached = String(reached + 1);
  const wrong: string[] = [];
  const name = `${element.tagName} ${element.getAttribute("aria-label") || element.textContent.trim().slice(0, 40)}`;

  // A card whose link covers it all draws the ring around itself.
  const hasRing = [null, "::after"].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!hasRing) wrong.push(`${name}: its focus cannot be seen`);

  // Nine points of it, or of the part of it that the window shows; a link that breaks has a box on each line.
  const isInSight = Array.from(element.getClientRects()).some(({ left, top, right, bottom }) => {
    const [x1, y1] = [Math.max(left, 0), Math.max(top, 0)];
    const [x2, y2] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const seen = places.filter(([x, y]) =>
      element.contains(document.elementFromPoint(x1 + (x2 - x1) * x, y1 + (y2 - y1) * y)),
    );
    return x2 > x1 && y2 > y1 && seen.length >= places.length / 3;
  });
  if (!isInSight) wrong.push(`${name}: something covers it`);
  return wrong;
}

/** Runs in the page. */
function neverReached(within: string): string[] {
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  return (
    Array.from(document.querySelectorAll<HTMLElement>(controls))
      .filter((element) => element.closest(within))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0)
      .filter((element) => !element.matches(":disabled, [data-reached]"))
      // Tab reaches one of a group of radio buttons, and the arrows go on from there.
      .filter(
        (element) =>
          !(element instanceof HTMLInputElement && element.type === "radio") ||
          !document.querySelector(`[type=radio][name="${CSS.escape(element.name)}"][data-reached]`),
      )
      .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`)
  );
}
