import type { Page } from "@playwright/test";
import { contrast } from "../fixtures/contrast.ts";
import type { Scope } from "./scope.ts";

/** WCAG 1.4.11 and 2.4.7: what shows the focus stands out from what is around it. */
const LEAST_CONTRAST = 3;

interface Ring {
  readonly control: string;
  /** The colours of the ring and of the ground behind it; `null` without a ring. */
  readonly colours: readonly [ring: number[], ground: number[]] | null;
}

/** Controls whose ring cannot be seen in one of the colour schemes, one line each. */
export async function faintRings(page: Page, scope: Scope): Promise<string[]> {
  const problems = new Set<string>();
  // After a key the browser shows the ring of what gets the focus from a script as well.
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

/** Runs in the page: gives each control the focus and looks at its ring. */
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
    // What is disabled, or lies behind a dialog, does not get it.
    if (document.activeElement !== control) continue;
    const name = control.getAttribute("aria-label") || control.textContent.trim().slice(0, 40);
    rings.push({
      control: `${control.tagName.toLowerCase()} "${name}"`,
      colours: coloursOfRing(control),
    });
  }
  return rings;

  /** A card whose link covers it all draws its ring inside itself. */
  function coloursOfRing(control: HTMLElement): Ring["colours"] {
    for (const part of [null, "::after"]) {
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(control, part);
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) continue;
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return [draw([outlineColor]), draw(groundOf(isInside ? control : control.parentElement))];
    }
    return null;
  }

  /** The colours that lie over one another there, the lowest first. */
  function groundOf(element: Element | null): string[] {
    const colours: string[] = [];
    for (let box = element; box; box = box.parentElement)
      colours.unshift(getComputedStyle(box).backgroundColor);
    return colours;
  }

  /** The red, green and blue that are seen, each from 0 to 1. */
  function draw(colours: readonly string[]): number[] {
    const drawnPixel = drawn.get(colours.join());
    if (drawnPixel) return drawnPixel;
    if (!pixel) throw new Error("Nothing can be drawn.");
    for (const colour of colours) {
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
    }
    const rgb = Array.from(pixel.getImageData(0, 0, 1, 1).data.slice(0, 3), (value) => value / 255);
    drawn.set(colours.join(), rgb);
    return rgb;
  }
}
