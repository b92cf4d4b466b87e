/**
 * Campaign attribution: the link that brought a learner, as the academy wrote it, e.g. in its Instagram
 * profile. It identifies no visitor.
 */
export interface Attribution {
  /** `utm_source`: where the link is, "instagram". Each part is empty where the link does not have it. */
  readonly source: string;
  /** `utm_medium`: "social", "email". */
  readonly medium: string;
  /** `utm_campaign`: "may-cohort". */
  readonly campaign: string;
  /** `ref`: the code of the person who recommended the academy. */
  readonly referrer: string;
}

const PARTS: readonly (readonly [part: keyof Attribution, parameter: string])[] = [
  ["source", "utm_source"],
  ["medium", "utm_medium"],
  ["campaign", "utm_campaign"],
  ["referrer", "ref"],
];

const LONGEST = { word: 32, code: 12 };

/**
 * Reads the attribution from a link's parameters, in lower case and with hyphens for spaces. A value is
 * left out if it is too long, has characters other than letters, digits, ".", "_" and "-", or contains a
 * number as long as a phone number.
 */
export function readAttribution(link: URLSearchParams): Attribution {
  const entries = PARTS.map(([field, parameter]) => [
    field,
    shortText(link.get(parameter), field === "referrer" ? LONGEST.code : LONGEST.word),
  ]);
  return Object.fromEntries(entries);
}

function shortText(text: string | null, longest: number): string {
  const normalized = (text ?? "").trim().toLowerCase().replace(/\s+/g, "-");
  const isWord = /^[a-z0-9][a-z0-9._-]*$/.test(normalized) && !/\d{7}/.test(normalized);
  return isWord && normalized.length <= longest ? normalized : "";
}

/**
 * Returns the attribution as it is stored: "utm_source=instagram&ref=ada7"; empty where the link had none.
 */
export function attributionText(attribution: Attribution): string {
  const present = PARTS.filter(([field]) => attribution[field] !== "");
  return new URLSearchParams(present.map(([field, parameter]) => [parameter, attribution[field]])).toString();
}

/** Returns the attribution in words: "instagram, social, recommended by ada7"; empty without one. */
export function attributionLabel({ source, medium, campaign, referrer }: Attribution): string {
  const words = [source, medium, campaign, referrer && `recommended by ${referrer}`];
  return words.filter(Boolean).join(", ");
}
