import { dayLabel, dayOf } from "./day.ts";
import { LAGOS_OFFSET_MS } from "./lagos-day.ts";

/** "Nov 22, 2026, 14:05", by the clock in Lagos. */
export function lagosTimeLabel(time: Date): string {
  return labelOf(new Date(time.getTime() + LAGOS_OFFSET_MS));
}

/** "Nov 22, 2026, 14:05", by this device's clock. */
export function localTimeLabel(time: Date): string {
  return labelOf(new Date(time.getTime() - time.getTimezoneOffset() * 60_000));
}

/** @param shifted so that its UTC clock shows what is to be read */
function labelOf(shifted: Date): string {
  return `${dayLabel(dayOf(shifted))}, ${shifted.toISOString().slice(11, 16)}`;
}
