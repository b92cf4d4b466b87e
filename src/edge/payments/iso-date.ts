/** A provider's date as ISO 8601 in UTC; `now` where there is none that can be read. */
export function isoDate(text: string | null | undefined, now: Date): string {
  const date = new Date(text ?? "");
  return (Number.isNaN(date.getTime()) ? now : date).toISOString();
}
