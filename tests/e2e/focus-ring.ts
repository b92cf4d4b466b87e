import type { Page } from "@playwright/test";
import type { Scope } from "./scope.ts";

/** WCAG 1.4.11 and 2.4.7: what shows the focus stands out from what is around it. */
const LEAST_CONTRAST = 3;

/** Controls whose ring cannot be seen in one of the colour schemes, one line each. */
export async function faintRings(page: Page, scope: Scope): Promise<string[]> {
  const found: string[] = [];
  // After a key the browser shows the ring of what gets the focus from a script as well.
  await page.keyboard.press("Tab");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const lines = await page.evaluate(ringsBelow, { least: LEAST_CONTRAST, scope });
    found.push(...lines.map((line) => `${colorScheme}: ${line}`));
  }
  return found;
}

/** Runs in the page: gives each control the focus and compares its ring with the ground it is drawn on. */
function ringsBelow({ least, scope }: { least: number; scope: Scope }): string[] {
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const faint = new Set<string>();
  const luminances = new Map<string, number>();
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  for (const control of controls) {
    if (!control.closest(scope.within) || control.closest(scope.without)) continue;
    if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus({ preventScroll: true });
    // What is disabled, or lies behind a dialog, does not get it.
    if (document.activeElement !== control) continue;
    const contrast = contrastOfRing(control);
    if (contrast >= least) continue;
    const name = control.getAttribute("aria-label") || control.textContent.trim().slice(0, 40);
    faint.add(`${control.tagName.toLowerCase()} "${name}" ${contrast.toFixed(2)}`);
  }
  return [...faint];

  /** 0 where there is no ring. A card whose link covers it all draws it inside itself. */
  function contrastOfRing(control: HTMLElement): number {
    for (const part of [null, "::after"]) {
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(control, part);
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) continue;
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return contrast(
        luminance([outlineColor]),
        luminance(groundOf(isInside ? control : control.parentElement)),
      );
    }
    return 0;
  }

  /** The colours that lie over one another there, the lowest first. */
  function groundOf(element: Element | null): string[] {
    const colours: string[] = [];
    for (let box = element; box; box = box.parentElement)
      colours.unshift(getComputedStyle(box).backgroundColor);
    return colours;
  }

  function luminance(colours: readonly string[]): number {
    const key = colours.join();
    const known = luminances.get(key) ?? drawn(colours);
    luminances.set(key, known);
    return known;
  }

  function drawn(colours: readonly string[]): number {
    if (!pixel) return Number.NaN;
    for (const colour of colours) {
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = Array.from(pixel.getImageData(0, 0, 1, 1).data, (value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: number, other: number): number {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }
}
