/** One @, a dot in the domain, no spaces: what a typing slip breaks. Delivery is the only full proof. */
const SHAPE = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]{2,}$/;

/** Whether a text, without spaces around it, may be an address: at most 254 characters (RFC 5321). */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && SHAPE.test(text) && !text.includes("..");
}

/** What is wrong with the address a payer typed, in words that help; null when a receipt can be sent there. */
export function payerEmailError(typed: string): string | null {
  const email = typed.trim();
  if (email === "") return "Enter your email address. Your receipt is sent there.";
  return isEmailAddress(email) ? null : "Enter an email address like name@example.com.";
}
