import type { Page } from "@playwright/test";
import { contrast } from "../fixtures/contrast.ts";
import type { Scope } from "./scope.ts";

/** The least contrast of a focus ring to its background (WCAG 1.4.11 and 2.4.7). */
const LEAST_CONTRAST = 3;

interface Ring {
  readonly control: string;
  /** The colours of the ring and of its background; `null` without a ring. */
  readonly colours: readonly [ring: number[], background: number[]] | null;
}

/** Returns the controls whose ring is invisible in one of the colour schemes, one line each. */
export async function faintRings(page: Page, scope: Scope): Promise<string[]> {
  const problems = new Set<string>();
  // After a key press, the browser shows the ring even if a script sets the focus.
  await page.keyboard.press("Tab");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { control, colours } of await page.evaluate(ringsIn, scope)) {
      const ratio = colours ? contrast(...colours) : 0;
      if (ratio < LEAST_CONTRAST) problems.add(`${colorScheme}: ${control} ${ratio.toFixed(2)}`);
    }
  }
  return [...problems];
}

/** Runs in the page. Focuses each control and returns its ring. */
function ringsIn({ within, without }: Scope): Ring[] {
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const drawn = new Map<string, number[]>();
  const rings: Ring[] = [];
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  for (const control of controls) {
    if (!control.closest(within) || control.closest(without)) continue;
    if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus({ preventScroll: true });
    // Disabled controls and those behind a dialog cannot be focused.
    if (document.activeElement !== control) continue;
    const name = control.getAttribute("aria-label") || control.textContent.trim().slice(0, 40);
    rings.push({
      control: `${control.tagName.toLowerCase()} "${name}"`,
      colours: coloursOfRing(control),
    });
  }
  return rings;

  function coloursOfRing(control: HTMLElement): Ring["colours"] {
    for (const part of [null, "::after"]) {
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(control, part);
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) continue;
      // A card whose link covers it draws its ring inside.
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return [draw([outlineColor]), draw(backgroundOf(isInside ? control : control.parentElement))];
    }
    return null;
  }

  /** Returns the background colours of an element and its ancestors, the outermost first. */
  function backgroundOf(element: Element | null): string[] {
    const colours: string[] = [];
    for (let box = element; box; box = box.parentElement)
      colours.unshift(getComputedStyle(box).backgroundColor);
    return colours;
  }

  /** Returns the red, green and blue of colours drawn over one another, each from 0 to 1. */
  function draw(colours: readonly string[]): number[] {
    const drawnPixel = drawn.get(colours.join());
    if (drawnPixel) return drawnPixel;
    if (!pixel) throw new Error("The browser has no canvas.");
    for (const colour of colours) {
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
    }
    const rgb = Array.from(pixel.getImageData(0, 0, 1, 1).data.slice(0, 3), (value) => value / 255);
    drawn.set(colours.join(), rgb);
    return rgb;
  }
}
