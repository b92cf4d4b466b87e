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
