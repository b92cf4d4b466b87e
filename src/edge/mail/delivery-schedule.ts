/** How long a mail is tried before it counts as failed. */
const DELIVERY_HOURS = 24;

/** Minutes from a failed attempt to the next: often at first, when a short fault ends; the last pause stays. */
const PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240];

const MINUTE_MS = 60_000;

/** When delivery of a mail that comes in now is given up. */
export function giveUpAt(now: Date): Date {
  return new Date(now.getTime() + DELIVERY_HOURS * 60 * MINUTE_MS);
}

/**
 * When to try again after a failure; null when the mail's time is over. The last attempt falls on the end of that time,
 * never after it.
 * @param attempts how often it was tried, at least once
 */
export function nextAttemptAt(attempts: number, now: Date, givenUpAt: Date): Date | null {
  if (now >= givenUpAt) return null;
  const pause = PAUSES_MINUTES[Math.min(attempts, PAUSES_MINUTES.length) - 1] ?? 1;
  return new Date(Math.min(now.getTime() + pause * MINUTE_MS, givenUpAt.getTime()));
}
