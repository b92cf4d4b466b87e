/** The line map's marks as plain SVG, for what is drawn without a browser: social cards and the film. */
import { escapeHtml } from "~/domain/contact/escape-html.ts";
import { colourNamed } from "~/styles/token-colours.ts";
import type { Point } from "./route.ts";

const FACE = `font-family="Bricolage Grotesque"`;

export interface Word {
  readonly text: string;
  /** In pixels, as are the others. */
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
}

export function write({ text, x, y, size }: Word, colour: string): string {
  return `<text ${FACE} x="${x}" y="${y}" font-size="${size}" fill="${colourNamed(colour)}">${escapeHtml(text)}</text>`;
}

export function line(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colourNamed(colour)}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

export function stop([x, y]: Point, radius: number, ring: number, colour: string, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius - ring / 2}" fill="${colourNamed(fill)}" stroke="${colourNamed(colour)}" stroke-width="${ring}"/>`;
}

export function capsule(
  from: Point,
  to: Point,
  radius: number,
  ring: number,
  colour: string,
  fill: string,
): string {
  const stroke = (width: number, name: string) =>
    `<path d="M${from.join(" ")}L${to.join(" ")}" stroke-linecap="round" stroke="${colourNamed(name)}" stroke-width="${width}"/>`;
  return stroke(2 * radius, colour) + stroke(2 * (radius - ring), fill);
}
