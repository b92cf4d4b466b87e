import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

/** The most presses of Tab on a page. */
const MOST_STOPS = 150;

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < MOST_STOPS && !(await isFocused()); presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Tabs to a button and presses it. */
export async function pressAt(page: Page, name: string, key = "Enter"): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press(key);
}

/** Tabs to a field and types. In a list, that chooses the first match. */
export async function typeAt(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, field(page, label));
  await page.keyboard.type(text);
}

/** Tabs through a dialog, and expects the focus to stay in it or on the browser's own controls. */
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

/** The faults that Tab reveals on a page, one line each. */
interface Walk {
  /** Controls whose focus is invisible or covered. */
  readonly unseen: readonly string[];
  /** Controls that Tab never reaches. */
  readonly missed: readonly string[];
}

/** Tabs through the page from its start. */
export async function walk(page: Page): Promise<Walk> {
  await page.locator(".skip-link").focus();
  await page.keyboard.press("Shift+Tab");
  return walkWithin(page, "body");
}

/** Tabs through a page's content, without the frame that all pages share. */
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
    const faults = await page.evaluate(focusFaults, within);
    if (!faults) return { unseen, missed: await page.evaluate(missedControls, within) };
    unseen.push(...faults);
  }
  return { unseen, missed: ["the end of the page"] };
}

/** Runs in the page. @returns the focused control's faults; `null` once the focus has left the part or started again */
function focusFaults(within: string): string[] | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body || !element.closest(within)) return null;
  // A date has stops for day, month, year and calendar, and a video has as many buttons as the browser draws.
  const isDate = element instanceof HTMLInputElement && element.type === "date";
  const inputStops = isDate ? 4 : 1;
  const stops = element instanceof HTMLVideoElement ? 12 : inputStops;
  const reached = Number(element.dataset.reached ?? 0);
  if (reached >= stops) return null;
  element.dataset.reached = String(reached + 1);
  const faults: string[] = [];
  const name = `${element.tagName} ${element.getAttribute("aria-label") || element.textContent.trim().slice(0, 40)}`;

  // A card whose link covers it draws the ring by `::after`.
  const hasRing = [null, "::after"].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!hasRing) faults.push(`${name}: its focus cannot be seen`);

  // Three of nine points in the visible part must belong to the control. A link that wraps has a box on each line.
  const isInSight = Array.from(element.getClientRects()).some(({ left, top, right, bottom }) => {
    const [x1, y1] = [Math.max(left, 0), Math.max(top, 0)];
    const [x2, y2] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const uncovered = places.filter(([x, y]) =>
      element.contains(document.elementFromPoint(x1 + (x2 - x1) * x, y1 + (y2 - y1) * y)),
    );
    return x2 > x1 && y2 > y1 && uncovered.length >= places.length / 3;
  });
  if (!isInSight) faults.push(`${name}: something covers it`);
  return faults;
}

/** Runs in the page. @returns the controls that Tab has not reached */
function missedControls(within: string): string[] {
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  return (
    Array.from(document.querySelectorAll<HTMLElement>(controls))
      .filter((element) => element.closest(within))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0)
      .filter((element) => !element.matches(":disabled, [data-reached]"))
      // Tab reaches one radio button of a group, and the arrow keys reach the others.
      .filter(
        (element) =>
          !(element instanceof HTMLInputElement && element.type === "radio") ||
          !document.querySelector(`[type=radio][name="${CSS.escape(element.name)}"][data-reached]`),
      )
      .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`)
  );
}
