/** Who agrees for a learner who is not of age. */
export interface Guardian {
  readonly name: string;
  /** A phone number or an e-mail address. */
  readonly contact: string;
  readonly consent: boolean;
}

/** Who is to be enrolled, as far as it is known; a text is empty where nothing was given. */
export interface Learner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** E.164 ("+2348012345678"), like the WhatsApp number. */
  readonly phone: string;
  readonly whatsapp: string;
  /** English country name. */
  readonly country: string;
  readonly state: string;
  /** Age band, as content/form-options.yaml offers it; gender and education likewise. */
  readonly age: string;
  readonly gender: string;
  readonly education: string;
  /** Its id. */
  readonly cohort: string;
  /** To be enrolled. */
  readonly consent: boolean;
  /** To be sent news and offers; nothing depends on it. */
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

/** A learner of whom nothing is known. */
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

/** First and last name, as far as they are known. */
export function fullName({ firstName, lastName }: Pick<Learner, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}
