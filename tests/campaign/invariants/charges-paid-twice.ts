import { SECOND } from "../trouble.ts";
import type { Ends } from "./ends.ts";
import { bookedEnrolments } from "./enrolments.ts";

/** Whoever presses Pay is answered within that time. */
const ANSWER_MS = 30 * SECOND;

/** Nobody is led to a checkout for charges of a plan that the provider's books already have the money for. */
export function chargesPaidTwice(ends: Ends): string[] {
  return bookedEnrolments(ends).flatMap(({ view: { id }, payments, owed, returnedMinor }) =>
    ends.attempts.flatMap(({ reference, pays, at }) => {
      if (pays?.enrolment !== id) return [];
      const earlier = payments.filter(
        ({ account }) => account.reference !== reference && account.chargedAt + ANSWER_MS < at,
      );
      const charged = earlier.reduce((sum, { account }) => sum + account.chargedMinor, 0);
      const upTo = Math.max(
        ...owed.filter(({ number }) => pays.charges.includes(number)).map((each) => each.upTo),
      );
      // What went back is owed again.
      if (charged - returnedMinor < upTo) return [];
      const numbers = pays.charges.join(" and ");
      return [`${id}: charge ${numbers} was to be paid by ${reference}, though it had been paid.`];
    }),
  );
}
