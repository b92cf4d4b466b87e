import { type Day, MONTHS } from "./day.ts";

/** The first day in a text, written "2024-02-26", "27 May 2024", "27th of May, 2024" or "May 27, 2024"; null without one. */
export function dayInText(text: string): Day | null {
  const [iso] = /\b\d{4}-\d{2}-\d{2}\b/.exec(text) ?? [];
  if (iso !== undefined) return iso;
  const dayFirst = /\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<name>[A-Za-z]{3,9}),? (?<year>\d{4})\b/;
  const monthFirst = /\b(?<name>[A-Za-z]{3,9}) (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})\b/;
  const { day = "", name = "", year = "" } = (dayFirst.exec(text) ?? monthFirst.exec(text))?.groups ?? {};
  const month = MONTHS.findIndex((each) => name.toLowerCase().startsWith(each.toLowerCase())) + 1;
  return month === 0 ? null : `${year}-${twoDigits(String(month))}-${twoDigits(day)}`;
}

function twoDigits(digits: string): string {
  return digits.padStart(2, "0");
}
