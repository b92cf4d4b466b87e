import { counted } from "~/domain/words/counted.ts";
import type { OutlineHeading } from "./outline.ts";

/** Search engines cut a longer description. */
const MAX_LENGTH = 160;

/** A level's meta description: its duration, and as many of its headings, in order, as fit into 160 characters. */
export function levelDescription(
  courseName: string,
  durationMonths: number,
  headings: readonly OutlineHeading[],
): string {
  const start = `${courseName}: live online classes for ${counted(durationMonths, "month")}. `;
  const titles = headings.map(({ title }) => title);
  while (titles.length > 1 && start.length + titles.join(", ").length + 1 > MAX_LENGTH) titles.pop();
  return `${start}${titles.join(", ")}.`;
}
