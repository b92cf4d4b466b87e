const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it began an unpaid registration's provider is asked how the payment ended. */
const CHECKS_AFTER_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** A payer who agreed and then lost the page is charged this soon after; nobody is charged later than that. */
export const CAPTURE_AFTER_MS = MINUTE_MS;
export const CAPTURE_WITHIN_MS = 15 * MINUTE_MS;

/** A provider that could not be asked is asked again so soon, and for so long. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS;

/** When the provider is asked next; null when it has been asked often enough. */
export function nextCheck(createdAt: Date, now: Date): Date | null {
  const times = CHECKS_AFTER_MS.map((pause) => createdAt.getTime() + pause);
  const next = times.find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** When a provider that could not be asked is asked again; null when that has gone on for too long. */
export function askAgain(createdAt: Date, now: Date): Date | null {
  const isOver = now.getTime() - createdAt.getTime() > GIVEN_UP_AFTER_MS;
  return isOver ? null : new Date(now.getTime() + ASK_AGAIN_MS);
}
