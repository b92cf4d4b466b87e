import type { Learner } from "./learner.ts";

/** Normalised keys by which a learner is recognised; null where a value was not given. */
export interface LearnerKeys {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * How many digits at the end of a phone number stay the same, whether it begins with a calling code, with 00 or with a trunk
 * 0. Two learners of one course whose numbers end alike are only a question to staff.
 */
const SAME_DIGITS = 9;

/** The words of a name, or of a search, in lower case and without accents: "Ọlá-Ade" is "ola", "ade". */
export function nameWords(name: string): string[] {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))];
}

/** The keys by which a learner is recognised, however the values were typed. */
export function learnerKeys({ email, phone }: Pick<Learner, "email" | "phone">): LearnerKeys {
  const digits = phone.replace(/\D/g, "");
  return {
    email: email.trim().toLowerCase() || null,
    phone: digits.length < SAME_DIGITS ? null : digits.slice(-SAME_DIGITS),
  };
}
