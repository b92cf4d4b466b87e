import { counted } from "../words/counted.ts";
import type { OutlineHeading } from "./outline.ts";

/** Search engines cut a description off here. */
const LONGEST = 160;

/**
 * What search engines show under a level's title: how long it takes and as many of its headings, in order, as fit into
 * 160 characters.
 */
export function levelDescription(
  courseName: string,
  durationMonths: number,
  headings: readonly OutlineHeading[],
): string {
  const start = `${courseName}: live online classes for ${counted(durationMonths, "month")}. `;
  const titles = headings.map(({ title }) => title);
  while (titles.length > 1 && start.length + titles.join(", ").length + 1 > LONGEST) titles.pop();
  return `${start}${titles.join(", ")}.`;
}
