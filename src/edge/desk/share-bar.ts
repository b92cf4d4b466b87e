import { type Html, html } from "./html.ts";

/** A bar that draws a part of a whole to scale; the page's policy would refuse a width in a style. */
export function shareBar(part: number, whole: number, label: string): Html {
  const width = whole > 0 ? Math.round((Math.min(part, whole) / whole) * 1000) / 10 : 0;
  return html`<svg class="bar" role="img" aria-label="${label}" viewBox="0 0 100 1" preserveAspectRatio="none"><rect width="${width}" height="1"></rect></svg>`;
}
