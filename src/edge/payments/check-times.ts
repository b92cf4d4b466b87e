import type { PaymentRecord } from "./payment-record.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it began an unpaid payment's provider is asked for its outcome. */
const CHECKS_AFTER_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/**
 * Likewise after an order was made at PayPal, soon enough to capture it should the approval's webhook be lost, or a checkout
 * at Paystack taken up again.
 */
const CHECKS_AFTER_ORDER_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];
export const FIRST_ORDER_CHECK_MS = 2 * MINUTE_MS;

/** An approved order whose page was lost is captured between these times after the approval, and never later. */
export const CAPTURE_AFTER_MS = MINUTE_MS;
export const CAPTURE_WITHIN_MS = 15 * MINUTE_MS;

/** Retry of a provider that could not be reached: the pause, that of what the provider has reported, and when it ends. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
const ASK_AGAIN_SOON_MS = MINUTE_MS;
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS;

/** How often, and for how long, a payment that its provider holds back is asked about: its payer cannot pay again meanwhile. */
const PENDING_EVERY_MS = 24 * HOUR_MS;
const PENDING_FOR_MS = 30 * 24 * HOUR_MS;

type Beginning = Pick<PaymentRecord, "createdAt" | "orderedAt"> & Partial<Pick<PaymentRecord, "flag">>;

/** When the provider is asked next; null when it has been asked often enough. */
export function nextCheck({ createdAt, orderedAt, flag }: Beginning, now: Date): Date | null {
  const heldBackSince = now.getTime() - new Date(orderedAt ?? createdAt).getTime();
  const isHeldBack = flag === "payment-pending" && heldBackSince < PENDING_FOR_MS;
  const times = [
    ...(isHeldBack ? [now.getTime() + PENDING_EVERY_MS] : []),
    ...after(createdAt, CHECKS_AFTER_MS),
    // An order of long ago may be taken up again: its payment has checks of its own, from then on.
    ...(orderedAt ? after(orderedAt, [...CHECKS_AFTER_ORDER_MS, ...CHECKS_AFTER_MS]) : []),
  ].filter((time) => time > now.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** When the provider of a payment that begins now is asked first. */
export function firstCheck(now: Date): Date | null {
  return nextCheck({ createdAt: now.toISOString(), orderedAt: null }, now);
}

/** When a provider that could not be asked is asked again; null when that has gone on for too long. */
export function askAgain(began: Beginning & { readonly hasEvidence: boolean }, now: Date): Date | null {
  const latest = began.orderedAt ?? began.createdAt;
  if (now.getTime() - new Date(latest).getTime() > GIVEN_UP_AFTER_MS) return null;
  const again = new Date(now.getTime() + (began.hasEvidence ? ASK_AGAIN_SOON_MS : ASK_AGAIN_MS));
  const next = nextCheck(began, now);
  return next && next < again ? next : again;
}

function after(beginning: string, pauses: readonly number[]): number[] {
  const began = new Date(beginning).getTime();
  return pauses.map((pause) => began + pause);
}
