import { SECOND } from "../trouble.ts";
import type { Ends } from "./ends.ts";
import { bookedEnrolments } from "./enrolments.ts";

/** A press of Pay is answered within that time. */
const ANSWER_MS = 30 * SECOND;
/** Between the look at what is owed and the capture. */
const CAPTURE_MS = 5 * SECOND;

/** No checkout opens for charges of a plan that an earlier payment has paid by the provider's books. */
export function chargesPaidTwice(ends: Ends): string[] {
  return bookedEnrolments(ends).flatMap(({ view: { id }, payments, returnedMinor }) =>
    ends.attempts.flatMap(({ reference, pays, at, minor }) => {
      // What went back is owed again.
      if (pays?.enrolment !== id || returnedMinor > 0) return [];
      const earlier = payments.filter(
        ({ account, charges, askedMinor }) =>
          account.reference !== reference &&
          account.chargedAt + ANSWER_MS < at &&
          // What it left open is owed still.
          account.chargedMinor >= Math.max(minor, askedMinor ?? 0) &&
          pays.charges.every((number) => charges.includes(number)),
      );
      const numbers = pays.charges.join(" and ");
      return earlier.map(
        ({ account }) =>
          `${id}: charge ${numbers} was to be paid by ${reference} after ${account.reference}.`,
      );
    }),
  );
}

/** PayPal takes no money for a charge that another payment of the plan is known to have paid. */
export function capturesAfterPayment(ends: Ends): string[] {
  return bookedEnrolments(ends).flatMap(({ view: { id }, payments, returnedMinor }) =>
    payments.flatMap(({ account, charges }) => {
      if (account.currency !== "USD" || returnedMinor > 0) return [];
      const earlier = payments.filter(
        (other) =>
          other.account.reference !== account.reference &&
          other.confirmedAt + CAPTURE_MS < account.chargedAt &&
          other.account.chargedMinor >= (other.askedMinor ?? 0) &&
          charges.some((number) => other.charges.includes(number)),
      );
      return earlier.map(
        (other) =>
          `${id}: ${account.reference} was captured after ${other.account.reference} had paid for it.`,
      );
    }),
  );
}

/** Who pays the same charges at once, in two tabs or on two devices, pays one payment. */
export function startedApart(ends: Ends): string[] {
  return bookedEnrolments(ends).flatMap(({ view: { id }, payments, returnedMinor }) => {
    if (returnedMinor > 0) return [];
    // A payment that was too small leaves its charges open.
    const whole = payments.filter(({ account, askedMinor }) => account.chargedMinor >= (askedMinor ?? 0));
    const sets = Map.groupBy(whole, ({ charges }) => charges.toSorted().join());
    return [...sets].flatMap(([numbers, own]) => {
      const references = own.map(({ account }) => account.reference);
      const isRefused = references.some((reference) =>
        ends.words.some((word) => word.reference === reference && word.says === "notPaid: failed"),
      );
      return own.length > 1 && !isRefused
        ? [`${id}: payments ${references.join(" and ")} of charge ${numbers} were started apart.`]
        : [];
    });
  });
}
