/** One @, a dot in the domain, no spaces: catches typing slips. Only delivery proves an address. */
const SHAPE = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]{2,}$/;

/** Whether a trimmed text looks like an address; at most 254 characters (RFC 5321). */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && SHAPE.test(text) && !text.includes("..");
}

/** Error text for a payer's address; null when it is valid. */
export function payerEmailError(typed: string): string | null {
  const email = typed.trim();
  if (email === "") return "Enter your email address. We'll send your receipt there.";
  return isEmailAddress(email) ? null : "Enter an email address like name@example.com.";
}

/** Whether an e-mail or web address is a placeholder, e.g. hello@academy.example or https://x.com/academy_example. */
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

/** One letter away from a provider above, and right all the same. */
const ALSO_RIGHT: readonly string[] = ["ymail.com", "mail.com", "email.com"];

/**
 * The address that was probably meant, where its domain is one slip of the keys away from a well-known provider:
 * "ada@gmail.com" for "ada@gmial.com". Null where nothing looks wrong.
 */
export function likelyEmail(typed: string): string | null {
  const [name, domain = "", ...more] = typed.trim().split("@");
  const lower = domain.toLowerCase();
  if (!name || more.length > 0 || ALSO_RIGHT.includes(lower)) return null;
  if (PROVIDERS.some((provider) => provider === lower)) return null;
  const meant = PROVIDERS.find((provider) => isOneSlip(lower, provider));
  return meant ? `${name}@${meant}` : null;
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
