import { fullName, type Learner } from "./learner.ts";

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

/** What two learners have in common. */
export type Likeness = "name" | "e-mail address" | "phone number";

type Known = Pick<Learner, "firstName" | "lastName" | "email" | "phone">;

/** The name of a learner, the same in any spelling and order; null where it is not known. */
export function nameKey(learner: Pick<Learner, "firstName" | "lastName">): string | null {
  return nameWords(fullName(learner)).sort().join(" ") || null;
}

/** What of two learners agrees, in any spelling. */
export function likenesses(one: Known, other: Known): Likeness[] {
  const [mine, theirs] = [one, other].map((learner) => ({ ...learnerKeys(learner), name: nameKey(learner) }));
  const isSame = (key: "name" | "email" | "phone") => mine?.[key] !== null && mine?.[key] === theirs?.[key];
  return [
    ...(isSame("name") ? (["name"] as const) : []),
    ...(isSame("email") ? (["e-mail address"] as const) : []),
    ...(isSame("phone") ? (["phone number"] as const) : []),
  ];
}

/** Whether what agrees makes them one learner: a phone alone is shared by families. */
export function isSameLearner(agreeing: readonly Likeness[]): boolean {
  const isNamesake = agreeing.includes("name") && agreeing.includes("phone number");
  return agreeing.includes("e-mail address") || isNamesake;
}
