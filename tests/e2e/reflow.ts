import type { Page } from "@playwright/test";
import { OVERLAY, type Scope } from "./scope.ts";

/** A small phone, and a window of 1280 by 1024 enlarged four times: both are 320 CSS pixels wide. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
];

/** Returns the faults in narrow windows, one line each (WCAG 1.4.10). */
export async function reflowFaults(page: Page, scope: Scope): Promise<string[]> {
  const faults: string[] = [];
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    const lines = [
      ...(await page.evaluate(cutOff, scope)),
      ...(await page.evaluate(outOfReach, { scope, overlay: OVERLAY })),
      ...(await page.evaluate(outOfCard)),
    ];
    faults.push(...lines.map((line) => `${window.width} by ${window.height}: ${line}`));
  }
  return faults;
}

/** Runs in the page. @returns texts that the window or a box cuts off and that no scrolling reveals */
export function cutOff({ within, without }: Scope): string[] {
  const faults = new Set<string>();
  const { scrollWidth } = document.scrollingElement ?? document.documentElement;
  if (scrollWidth > innerWidth) faults.add(`the page is ${scrollWidth} px wide`);

  // Half a pixel is lost in rounding, and letters may overhang their line's box.
  const SLACK = 1.5;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const owner = node.parentElement;
    const words = node.textContent?.trim().slice(0, 40);
    if (!owner?.closest(within) || owner.closest(without)) continue;
    if (!words || !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const text of range.getClientRects()) {
      const cutter = cutterOf(owner, text);
      if (cutter) faults.add(`"${words}" is cut off by ${cutter}`);
    }
  }
  return [...faults];

  /** Returns the box that cuts a text off; `null` if it is visible, can be scrolled to, or is for screen readers. */
  function cutterOf(owner: Element, text: DOMRect): string | null {
    for (let box: Element | null = owner; box; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, display } = getComputedStyle(box);
      const frame = box.getBoundingClientRect();
      const name = `${box.tagName.toLowerCase()}.${box.getAttribute("class")}`;
      if (clipPath !== "none") return null;
      if (display === "inline" || display === "contents") continue;
      if ([overflowX, overflowY].some((overflow) => overflow === "auto" || overflow === "scroll")) {
        // Tables and the carousel of testimonials may scroll sideways.
        const mayScroll = box.querySelector("table, .carousel-slides") !== null;
        return !mayScroll && box.scrollWidth > box.clientWidth ? `${name}, which scrolls sideways` : null;
      }
      const isCutAcross =
        overflowX !== "visible" && (text.left < frame.left - SLACK || text.right > frame.right + SLACK);
      const isCutAlong =
        overflowY !== "visible" && (text.top < frame.top - SLACK || text.bottom > frame.bottom + SLACK);
      // The carousel's buttons bring the other testimonials into view.
      const isWaiting =
        box.matches(".carousel-window") && (text.left >= frame.right || text.right <= frame.left);
      if (isWaiting) return null;
      if (isCutAcross || isCutAlong) return name;
    }
    return text.left < -SLACK || text.right > innerWidth + SLACK ? "the window" : null;
  }
}

/** Runs in the page. @returns controls that scrolling does not reveal, or that remain covered */
function outOfReach({ scope, overlay }: { scope: Scope; overlay: string }): string[] {
  const open = [...document.querySelectorAll(overlay)].at(-1) ?? document.body;
  const faults: string[] = [];
  for (const control of open.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary",
  )) {
    if (control.closest(scope.without) || control.tabIndex < 0) continue;
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    // The skip link shows when it has the focus.
    if (control.matches(".skip-link")) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const isSeen = [...control.getClientRects()].some(({ left, top, width, height }) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (control.contains(hit) || hit.closest("label")?.control === control);
    });
    if (isSeen && !hasScrolledHiddenOverflow(control)) continue;
    const name = control.getAttribute("aria-label") || control.textContent.trim().slice(0, 40);
    faults.push(`${control.tagName.toLowerCase()} "${name}" cannot be brought into sight`);
  }
  return faults;

  /** Returns whether `scrollIntoView` scrolled a box with `overflow: hidden`, which a visitor cannot scroll. */
  function hasScrolledHiddenOverflow(control: Element): boolean {
    for (let box = control.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if ((overflowX === "hidden" && box.scrollLeft) || (overflowY === "hidden" && box.scrollTop))
        return true;
    }
    return false;
  }
}

/** Runs in the page. @returns controls that extend beyond their card */
export function outOfCard(): string[] {
  const controls = document.querySelectorAll(".card :is(input, select, textarea, button, .btn)");
  return [...controls].flatMap((control) => {
    const card = control.closest(".card")?.getBoundingClientRect();
    const { left, right, width } = control.getBoundingClientRect();
    const isInside = !card || width === 0 || (left >= card.left && right <= card.right);
    return isInside ? [] : [`${control.outerHTML.slice(0, 80)} sticks out of its card`];
  });
}

/** Runs in the page. @returns words of headings that break across lines without a hyphen */
export function brokenWords(): string[] {
  const broken: string[] = [];
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    if (!heading.checkVisibility({ visibilityProperty: true })) continue;
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s/–-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`"${word}" of "${heading.textContent.trim().slice(0, 40)}"`);
      }
    }
  }
  return broken;
}
