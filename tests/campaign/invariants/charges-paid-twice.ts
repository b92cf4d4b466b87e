import { SECOND } from "../trouble.ts";
import type { Ends } from "./ends.ts";
import { bookedEnrolments } from "./enrolments.ts";

/** A press of Pay is answered within that time. */
const ANSWER_MS = 30 * SECOND;

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
