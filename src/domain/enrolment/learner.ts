import { emailProblem, readEmail } from "~/domain/contact/email-address.ts";
import { isBlank } from "~/domain/text.ts";

/** The adult who agrees for a learner who is not of age. */
export interface Guardian {
  readonly name: string;
  /** A phone number or an e-mail address. */
  readonly contact: string;
  readonly consent: boolean;
}

/** The person to be enrolled. A text is empty if it was not given. */
export interface Learner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The phone number in E.164 ("+2348012345678"). The WhatsApp number has the same form. */
  readonly phone: string;
  readonly whatsapp: string;
  /** The country's English name. */
  readonly country: string;
  readonly state: string;
  /** The age band. It is an option of content/form-options.yaml, as gender and education are. */
  readonly age: string;
  readonly gender: string;
  readonly education: string;
  /** The cohort's id. */
  readonly cohort: string;
  /** Consent to be enrolled. */
  readonly consent: boolean;
  /** Consent to be sent news and offers. Nothing depends on it. */
  readonly marketing: boolean;
  /** null for a learner of age. */
  readonly guardian: Guardian | null;
}

/** A learner's details beside the name, in the order in which they are asked for and shown. */
export const LEARNER_FACTS = [
  "email",
  "phone",
  "whatsapp",
  "country",
  "state",
  "age",
  "gender",
  "education",
  "cohort",
] as const satisfies readonly (keyof Learner)[];

export const UNKNOWN_LEARNER: Learner = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  whatsapp: "",
  country: "",
  state: "",
  age: "",
  gender: "",
  education: "",
  cohort: "",
  consent: false,
  marketing: false,
  guardian: null,
};

/**
 * Reads a learner that was stored as JSON. Fields that the form has gained since are empty.
 * @throws SyntaxError if the text is not JSON
 */
export function readLearner(json: string): Learner {
  return completeLearner(JSON.parse(json));
}

/** Returns the learner with every field of today's form, empty if an earlier build did not know it. */
export function completeLearner(learner: Partial<Learner>): Learner {
  return { ...UNKNOWN_LEARNER, ...learner };
}

/** Returns first and last name, as far as they are known. */
export function fullName({ firstName, lastName }: Pick<Learner, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

/** The age band of learners who need a guardian's consent, as content/form-options.yaml offers it. */
export const UNDER_AGE = "Under 18";

/** The form's fields for the guardian of a learner who is not of age; they are empty for all others. */
export interface GuardianFields {
  readonly guardianName: string;
  /** A phone number or an e-mail address, as typed. */
  readonly guardianContact: string;
  readonly guardianConsent: boolean;
}

export function needsGuardian(age: string): boolean {
  return age === UNDER_AGE;
}

/**
 * Returns the error for the guardian's contact; null when it is empty or valid, and for a learner of age.
 * @param isPhone whether a number in E.164 can be called
 */
export function guardianContactError(
  { age, guardianContact }: GuardianFields & { readonly age: string },
  isPhone: (number: string) => boolean,
): string | null {
  const contact = readEmail(guardianContact);
  if (!needsGuardian(age) || !contact || isPhone(contact)) return null;
  return contact.includes("@")
    ? emailProblem(contact)
    : "Enter a phone number like 0803 123 4567, or an email address like name@example.com.";
}

/** Returns the errors for the guardian's empty fields, each saying how to correct it; none for a learner of age. */
export function guardianErrors(
  registration: GuardianFields & { readonly age: string },
): Partial<Record<keyof GuardianFields, string>> {
  if (!needsGuardian(registration.age)) return {};
  return {
    ...(isBlank(registration.guardianName) && { guardianName: "Enter your guardian's name." }),
    ...(isBlank(registration.guardianContact) && {
      guardianContact: "Enter your guardian's phone number or email address.",
    }),
    ...(!registration.guardianConsent && {
      guardianConsent: "Ask your guardian to tick this box.",
    }),
  };
}

/** The normalised keys by which a learner is recognised; null if a value was not given. */
export interface LearnerKeys {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * The number of last digits that a phone number has in common however it begins: with a calling code, 00 or
 * a trunk 0. Two learners with the same last digits are only a question to staff.
 */
const SAME_DIGITS = 9;

/** Letters that Unicode does not decompose, with what people type who lack the key. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ƙ: "k",
  ɓ: "b",
  ɗ: "d",
  đ: "d",
  ƴ: "y",
  ŋ: "n",
  ł: "l",
  ø: "o",
  ı: "i",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/** Apostrophes, primes and the letters that look like them, as in "O'Neil", "Yar’adua" and "ʻOkina". */
const APOSTROPHE = /['`´‘’‛′\p{Lm}]/gu;

/**
 * Returns a name's words in lower case, without accents and apostrophes: "Ọlá-O'Neil" is "ola", "oneil".
 */
export function nameWords(name: string): string[] {
  const plain = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(APOSTROPHE, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))];
}

/** Returns the words by which a name is found: "O'Neil" as one word, and split at its apostrophe. */
export function searchWords(name: string): string[] {
  return [...new Set([...nameWords(name), ...nameWords(name.replace(APOSTROPHE, " "))])];
}

/** Returns the keys by which a learner is recognised, however the values were typed. */
export function learnerKeys({ email, phone }: Pick<Learner, "email" | "phone">): LearnerKeys {
  const digits = phone.replace(/\D/g, "");
  return {
    // Only ASCII is lowered. The kelvin sign, for one, would become a k, but belongs to another mailbox.
    email: email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) || null,
    phone: digits.length < SAME_DIGITS ? null : digits.slice(-SAME_DIGITS),
  };
}

/** A fact that two learners have in common. */
export type Likeness = "name" | "email address" | "phone number";

type NamedContact = Pick<Learner, "firstName" | "lastName" | "email" | "phone">;

/** Returns a key that is the same for a name in any spelling and order; null if the name is unknown. */
export function nameKey(learner: Pick<Learner, "firstName" | "lastName">): string | null {
  return nameWords(fullName(learner)).sort().join(" ") || null;
}

/** Returns the facts that agree between two learners, in any spelling. */
export function likenesses(one: NamedContact, other: NamedContact): Likeness[] {
  const [mine, theirs] = [one, other].map((learner) => ({ ...learnerKeys(learner), name: nameKey(learner) }));
  const isSame = (key: "name" | "email" | "phone") => mine?.[key] !== null && mine?.[key] === theirs?.[key];
  return [
    ...(isSame("name") ? (["name"] as const) : []),
    ...(isSame("email") ? (["email address"] as const) : []),
    ...(isSame("phone") ? (["phone number"] as const) : []),
  ];
}

/** Whether the facts in common make two learners one. A phone number alone does not: families share one. */
export function isSameLearner(agreeing: readonly Likeness[]): boolean {
  const isNamesake = agreeing.includes("name") && agreeing.includes("phone number");
  return agreeing.includes("email address") || isNamesake;
}
