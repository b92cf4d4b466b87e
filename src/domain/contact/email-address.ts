import { plainPaste } from "~/domain/text.ts";

/** Returns the address in pasted text: "Ada <ada@example.com>", "mailto:ada@example.com". */
export function readEmail(typed: string): string {
  const text = plainPaste(typed);
  const [, inBrackets = text] = /<([^<>]*)>$/.exec(text) ?? [];
  const [, linked = inBrackets] = /^mailto:([^?]*)/i.exec(inBrackets) ?? [];
  return linked.trim();
}

const UNUSUAL = "Enter an email address like name@example.com.";

/** Mistakes in an address of allowed characters, each with how to correct it. The first match is shown. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^.{255}|^[^@]{65}@|@.*[^.@]{64}/, "This email address is too long. Check it for a slip."],
  [/^\.|\.\.[^@]*@|\.@/, "Remove the extra dot before the @."],
  [/@\.|@.*\.\.|\.$/, "Remove the extra dot after the @."],
  [/@-|@.*(-\.|\.-)|-$/, "Remove the extra hyphen after the @."],
  // An address must end like .com, .ng or, in another script, .xn--p1ai.
  [/@[^.]*$|\.(?!xn--)[^.]*\d[^.]*$|\.[^.]$/i, UNUSUAL],
];

/** Characters that few mail servers accept before the @, such as quotes and comments. */
const NOT_BEFORE = /[^\w.!#$%&'*+/=?^`{|}~-]/u;
/** Characters that a domain cannot have. */
const NOT_AFTER = /[^A-Za-z\d.-]/u;

/** Says what is wrong with an address, and how to correct it; null if it is valid. */
export function emailProblem(email: string): string | null {
  const [name = "", domain = "", ...more] = email.split("@");
  if (!name || !domain || more.length > 0) return UNUSUAL;
  const wrongBefore = NOT_BEFORE.exec(name);
  if (wrongBefore) return `An email address can't have ${characterName(wrongBefore[0])} before the @.`;
  const wrongAfter = NOT_AFTER.exec(domain);
  if (wrongAfter) return `An email address can't have ${characterName(wrongAfter[0])} after the @.`;
  return PROBLEMS.find(([pattern]) => pattern.test(email))?.[1] ?? null;
}

function characterName(character: string): string {
  return /\s/.test(character) ? "a space" : `“${character}”`;
}

/** Whether a text has the form of an address. Only delivery proves that the address exists. */
export function isEmailAddress(text: string): boolean {
  return emailProblem(text) === null;
}

/**
 * Returns the first address in a text, such as a mail's; null without one. The text is read word by word: a
 * pattern that looks for the @ would read a long text again from each of its letters.
 */
export function findEmailAddress(text: string): string | null {
  return text.split(/[\s<>:]+/).find(isEmailAddress) ?? null;
}

/** Returns the error for a payer's address; null if it is valid. */
export function payerEmailError(typed: string): string | null {
  const email = readEmail(typed);
  return email === "" ? "Enter your email address. We'll send your receipt there." : emailProblem(email);
}

/**
 * Whether an e-mail or web address is a placeholder, e.g. hello@academy.example or
 * https://x.com/academy_example.
 */
export function isExampleAddress(address: string): boolean {
  return /(?<![a-z])example(?![a-z])/i.test(address);
}

/** Mail providers that most visitors use, the likeliest first. */
const PROVIDERS = [
  "gmail.com",
  "yahoo.com",
  "outlook.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "yahoo.co.uk",
] as const;

/** Real domains that are one letter away from a provider above. */
const SIMILAR_DOMAINS: readonly string[] = ["ymail.com", "mail.com", "email.com"];

/**
 * Returns the address that was probably meant, if its domain is one typing slip away from a well-known
 * provider: "ada@gmail.com" for "ada@gmial.com". `null` if nothing looks wrong.
 */
export function likelyEmail(typed: string): string | null {
  const [name, domain = "", ...more] = readEmail(typed).split("@");
  const lower = domain.toLowerCase();
  if (!name || more.length > 0 || SIMILAR_DOMAINS.includes(lower)) return null;
  if (PROVIDERS.some((provider) => provider === lower)) return null;
  const likelyDomain = PROVIDERS.find((provider) => isOneSlip(lower, provider));
  return likelyDomain ? `${name}@${likelyDomain}` : null;
}

/** Whether two different words become one by adding, leaving out, changing or swapping a letter. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const wrong = typed.slice(start, typed.length - end);
  const right = meant.slice(start, meant.length - end);
  if (wrong.length <= 1 && right.length <= 1) return true;
  return right.length === 2 && wrong === `${right[1]}${right[0]}`;
}
