/** How the desk writes times and people. */
import { lagosTimeLabel } from "~/domain/dates/day.ts";

/** "Nov 23, 2026, 10:00": in Lagos. @param time ISO 8601 */
export function lagosTimeText(time: string): string {
  return lagosTimeLabel(new Date(time));
}

/** "a•••@example.com"; empty where there is none. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** "•••• 5678"; empty where there is none. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length < 4 ? "" : `•••• ${digits.slice(-4)}`;
}
