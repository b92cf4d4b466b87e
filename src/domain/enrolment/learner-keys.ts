import type { Learner } from "./learner.ts";

/** By what a learner is known again, in one spelling; null where it was not given. */
export interface LearnerKeys {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * So many digits at the end of a phone number stay the same, whether it begins with a calling code, with 00 or with a trunk
 * 0. Two learners of one course whose numbers end alike are a question to staff, and no more.
 */
const SAME_DIGITS = 9;

/** The words of a name, or of what somebody looks for, in lower case and without accents: "Ọlá-Ade" is "ola", "ade". */
export function nameWords(name: string): string[] {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))];
}

/** By what a learner is known again, however it was typed. */
export function learnerKeys({ email, phone }: Pick<Learner, "email" | "phone">): LearnerKeys {
  const digits = phone.replace(/\D/g, "");
  return {
    email: email.trim().toLowerCase() || null,
    phone: digits.length < SAME_DIGITS ? null : digits.slice(-SAME_DIGITS),
  };
}
